import { randomUUID } from 'node:crypto';

/** Makes the context of a request that no client sent, for a handler that a test calls itself. */
export const messageContext = <Log>(subject: string, log: Log) => ({
  subject,
  requestId: randomUUID(),
  traceparent: undefined,
  log,
});
