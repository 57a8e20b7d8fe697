import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { NativeCallsStoppedError, nativeCaller, newNativeCalls, stopNativeCalls } from './native-calls.ts';

const urlOf = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** A process of its own, since it is the process that must not end: twenty threads, each ended while it reads. */
const program = `
import { Worker } from 'node:worker_threads';
import { newNativeCalls, stopNativeCalls } from ${urlOf('native-calls.ts')};
const thread = \`
import { parentPort, workerData } from 'node:worker_threads';
import { nativeCaller } from ${urlOf('native-calls.ts')};
import { loadNativeRuntime } from ${urlOf('native-encoder.ts')};
const encode = loadNativeRuntime(nativeCaller(workerData))(${JSON.stringify(
  fileURLToPath(new URL('../../../../packs/reader/model.onnx', import.meta.url)),
)});
const ids = Int32Array.from({ length: 128 }, (_, at) => at + 10);
encode(ids);
parentPort.postMessage('reads');
for (;;) encode(ids);
\`;
for (let count = 0; count < 20; count++) {
  const calls = newNativeCalls();
  const worker = new Worker(new URL('data:text/javascript,' + encodeURIComponent(thread)), { workerData: calls });
  worker.on('error', (error) => {
    if (error.name !== 'NativeCallsStoppedError') throw error;
  });
  await new Promise((resolve) => worker.once('message', resolve));
  if (!(await stopNativeCalls(calls, 10_000))) throw new Error('still in a call');
  await worker.terminate();
}
console.log('lives');
`;

describe('native calls of a worker', () => {
  it('are none while it is ended, so that its process lives', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
    await once(child, 'close');
    expect(said).toContain('lives');
    expect(child.exitCode).toBe(0);
  }, 120_000);

  it('are not begun once their owner has asked for none', async () => {
    const calls = newNativeCalls();
    const call = nativeCaller(calls);
    expect(call(() => 'called')).toBe('called');
    expect(await stopNativeCalls(calls, 1)).toBe(true);
    expect(() => call(() => 'called')).toThrow(NativeCallsStoppedError);
  });

  it('are waited for no longer than the owner says, and let go of when one throws', async () => {
    const calls = newNativeCalls();
    const call = nativeCaller(calls);
    let stopped: Promise<boolean> | null = null;
    expect(() =>
      call(() => {
        stopped = stopNativeCalls(calls, 60_000);
        throw new Error('of the call');
      }),
    ).toThrow('of the call');
    expect(await stopped).toBe(true);
    Atomics.store(calls, 1, 1);
    expect(await stopNativeCalls(calls, 1)).toBe(false);
  });
});
