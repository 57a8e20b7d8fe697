import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { Customer } from './customers.ts';
import type { BenchStack } from './stack.ts';

const fileBytes = 2 ** 30;
const chunk = Buffer.alloc(2 ** 20, 7);
/** The first bytes of an MP4. */
const beginning = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1');
const boundary = 'redline-bench';
const measured = ['gateway', 'media-engine'];

interface Policy {
  readonly key: string;
  readonly policy: string;
  readonly accessKeyId: string;
  readonly signature: string;
}

/**
 * Measures an upload of a gigabyte by the documented form, and the growth of the services' memory during it (proc(5), so
 * Linux only). Only the first upload counts, since a process keeps its buffers and code.
 */
export async function benchUpload(stack: BenchStack, { key }: Customer): Promise<string> {
  const processes = stack.processes().filter(({ name }) => measured.includes(name));
  const idleMb = new Map(processes.map(({ name, pid }) => [name, residentMb(pid)]));
  const mostMb = new Map(idleMb);
  const look = () => {
    for (const { name, pid } of processes) mostMb.set(name, Math.max(mostMb.get(name) ?? 0, residentMb(pid)));
  };
  const policy = await askPolicy(stack.apiUrl, key);
  const startedMs = performance.now();
  const status = await upload(stack.apiUrl, policy, look);
  look();
  if (status !== 201) throw new Error(`the upload was answered ${status}`);
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  const grown = processes.map(({ name }) => {
    const idle = idleMb.get(name) ?? 0;
    return `${name} ${idle.toFixed(0)} MB, at most ${((mostMb.get(name) ?? 0) - idle).toFixed(0)} MB more`;
  });
  return `upload: 1 GiB in ${seconds} s; resident ${grown.join('; ')}`;
}

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

async function askPolicy(apiUrl: string, key: string): Promise<Policy> {
  const response = await fetch(`${apiUrl}/v1/intl/us/uploads/policy`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'video', filename: 'a.mp4' }),
  });
  const { data } = (await response.json()) as { readonly data: Policy };
  return data;
}

const part = (name: string, rest: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${rest}`;

async function upload(apiUrl: string, policy: Policy, look: () => void): Promise<number> {
  const { key, accessKeyId, signature } = policy;
  const fields = { key, policy: policy.policy, StoreAccessKeyId: accessKeyId, signature };
  const head = Object.entries(fields).map(([name, value]) => part(name, `\r\n\r\n${value}\r\n`));
  const file = part('file', '; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n');
  const before = Buffer.concat([Buffer.from([...head, file].join('')), beginning]);
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  const length = before.length + after.length + fileBytes - beginning.length;
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': length };
  const form = request(`${apiUrl}/uploads`, { method: 'POST', headers, agent: false });
  const answer = new Promise<number>((resolve, reject) => {
    form.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject);
  });
  form.write(before);
  for (let left = fileBytes - beginning.length; left > 0; left -= chunk.length) {
    const isRoom = form.write(chunk.subarray(0, left));
    if (!isRoom) await new Promise((resolve) => form.once('drain', resolve));
    look();
  }
  form.end(after);
  return answer;
}
