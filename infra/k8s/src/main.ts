import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { admit } from './admit/admit.ts';
import { AdmitOptionsError, admitUsage, readAdmitOptions } from './admit/options.ts';
import { newSecrets } from './new-secrets.ts';
import { overlays } from './overlays.ts';
import { render } from './render.ts';
import { renderedDir } from './rendered-dir.ts';
import { workloads } from './workloads.ts';

const usage = `npm run -s k8s             writes the manifests into infra/k8s/rendered
npm run -s k8s -- secrets  prints the secrets that a cluster needs, with new passwords
${admitUsage}
                           lets a real API server admit the manifests`;

async function writeAll(): Promise<void> {
  const files = render(workloads, overlays);
  await rm(renderedDir, { recursive: true, force: true });
  for (const [path, text] of files) {
    const file = join(renderedDir, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  process.stdout.write(`${files.size} files in infra/k8s/rendered\n`);
}

/** Returns the exit code: 0 when all was admitted, 1 otherwise, 130 when interrupted. */
async function tryAdmission(args: readonly string[]): Promise<number> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
  try {
    const say = (line: string): void => void process.stdout.write(`${line}\n`);
    return (await admit(readAdmitOptions(args), say, stop.signal)) ? 0 : 1;
  } catch (error) {
    if (stop.signal.aborted) return 130;
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(`k8s: ${text}\n${error instanceof AdmitOptionsError ? `${admitUsage}\n` : ''}`);
    return 1;
  }
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'admit') {
  process.exitCode = await tryAdmission(rest);
} else if (rest.length > 0 || (command !== undefined && command !== 'secrets')) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 1;
} else if (command === 'secrets') {
  process.stdout.write(newSecrets());
} else {
  await writeAll();
}
