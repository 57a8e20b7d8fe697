/** Statuses that a proxy answers with by itself when it has no server, loses one, or waits too long for one. */
const statusesOfProxies = new Set([502, 503, 504]);

/**
 * Returns the status of a response; null if it is no answer of the product, which puts `X-Request-Id` on each: haproxy
 * answers 503 while no gateway is up, where a client without a proxy gets no connection. Any other status counts, whoever
 * sent it and whatever its body.
 */
export const statusOf = ({ status, headers }: Pick<Response, 'status' | 'headers'>): number | null =>
  statusesOfProxies.has(status) && !headers.has('x-request-id') ? null : status;
