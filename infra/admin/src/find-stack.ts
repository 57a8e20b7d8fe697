import { readFileSync } from 'node:fs';
import { z } from 'zod';

const stateSchema = z.object({ natsUrl: z.string() });

/** Thrown if neither the environment nor a running `npm start` names a stack. */
export class NoStackError extends Error {}

/**
 * Finds the operator's stack.
 * @param env `NATS_URL` takes precedence
 * @param stateFile written by `npm start` of this checkout while it runs
 * @returns the URL of its NATS
 * @throws NoStackError with a sentence that says what to do
 */
export function findNatsUrl(env: { readonly NATS_URL?: string | undefined }, stateFile: URL): string {
  if (env.NATS_URL) return env.NATS_URL;
  try {
    return stateSchema.parse(JSON.parse(readFileSync(stateFile, 'utf8'))).natsUrl;
  } catch {
    throw new NoStackError('no stack found: run `npm start` in this checkout first, or set NATS_URL');
  }
}
