import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { z } from 'zod';

const tailBytesMax = 64 * 1024;
const lineSchema = z.object({
  level: z.string(),
  service: z.string(),
  msg: z.string(),
  err: z.object({ message: z.string() }).partial().optional(),
});

/** Returns the current length of a log, from which `lastFault` reads later. */
export function logSize(file: string): number {
  const log = openSync(file, 'a+', 0o600);
  try {
    return fstatSync(log).size;
  } finally {
    closeSync(log);
  }
}

/**
 * Returns the error with which a service exited: the line about its settings or its start, or its last error.
 * @param sinceByte the length of the log before the service was started
 * @returns undefined if it logged none
 */
export function lastFault(file: string, service: string, sinceByte: number): string | undefined {
  const lines = readSince(file, sinceByte).split('\n');
  const plain = lines.filter((line) => line.startsWith(`${service}: `));
  if (plain.length > 0) return plain.map((line) => line.slice(service.length + 2)).join('; ');
  return lines.map((line) => errorOf(line, service)).findLast((fault) => fault !== undefined);
}

function errorOf(line: string, service: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = lineSchema.parse(JSON.parse(line));
    if (entry.service !== service || !['error', 'fatal'].includes(entry.level)) return undefined;
    return entry.err?.message ? `${entry.msg}: ${entry.err.message}` : entry.msg;
  } catch {
    return undefined;
  }
}

function readSince(file: string, sinceByte: number): string {
  const log = openSync(file, 'r');
  try {
    const { size } = fstatSync(log);
    const start = Math.max(sinceByte, size - tailBytesMax);
    const buffer = Buffer.alloc(Math.max(0, size - start));
    readSync(log, buffer, 0, buffer.length, start);
    return buffer.toString();
  } finally {
    closeSync(log);
  }
}
