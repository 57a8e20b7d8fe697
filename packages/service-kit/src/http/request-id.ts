import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const saneId = /^[A-Za-z0-9._:-]{8,128}$/;

/** Returns the client's `X-Request-Id` if it has 8 to 128 safe characters, a new id otherwise. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && saneId.test(given) ? given : randomUUID();
}
