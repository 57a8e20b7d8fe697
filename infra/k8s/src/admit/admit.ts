import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@redline/testkit/servers';
import { overlays } from '../overlays.ts';
import { admitOverlay } from './admit-overlay.ts';
import { startApiServer } from './api-server.ts';
import type { AdmitOptions } from './options.ts';
import { type Program, programOf } from './program.ts';
import { reportOf } from './report.ts';

/**
 * Lets a real API server admit what is rendered: each overlay on an empty one of its own, since an overlay is a cluster.
 * @param say takes each line of the report
 * @param signal ends the trial; what was started is ended, and its folder removed, as at every end
 * @returns whether all was admitted that must be, and nothing else
 */
export async function admit(
  options: AdmitOptions,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const folder = await temporaryFolder();
  let isAdmitted = true;
  try {
    say(`etcd: ${await firstLine(programOf(options.etcd, folder), '--version')}`);
    say(`API server: ${await firstLine(programOf(options.apiserver, folder), '--version')}`);
    say(`kubectl: ${await firstLine(programOf(options.kubectl, folder), 'version', '--client')}`);
    for (const { name } of overlays) {
      const { faults, lines } = await admitOn(options, name, join(folder, name), signal);
      for (const line of lines) say(line);
      isAdmitted &&= faults === 0;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return isAdmitted;
}

async function admitOn(options: AdmitOptions, overlay: string, folder: string, signal: AbortSignal) {
  signal.throwIfAborted();
  await mkdir(folder);
  const server = await startApiServer(options, folder);
  try {
    const admitted = await Promise.race([admitOverlay(server, options, overlay, folder), abortOf(signal)]);
    return { faults: admitted.faults.length, lines: reportOf(overlay, admitted) };
  } finally {
    await server.stop();
  }
}

const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

async function firstLine(program: Program, ...args: readonly string[]): Promise<string> {
  const { output, words } = await program(args);
  return output.split('\n')[0] ?? words[0] ?? '';
}
