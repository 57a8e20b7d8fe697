/**
 * Codes that say "the database is away or too busy", not "the statement is wrong".
 * Postgres (appendix A of its manual): class 08 connection exceptions, 53300 too many connections, 57P01-57P03
 * shutdown, crash and starting up, 57014 cancelled by a time limit, 25006 a standby after a failover.
 */
const unavailableCodes = new Set([
  ...['53300', '57P01', '57P02', '57P03', '57014', '25006'],
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ],
]);

/** The driver (pg 8) and its pool give these without a code. */
const unavailableMessages = [
  'timeout exceeded when trying to connect',
  'connection terminated',
  'connection ended unexpectedly',
  'query read timeout',
  'client has encountered a connection error',
  'client was closed',
];

const causeDepthMax = 5;

/**
 * Whether an error says that the database is away, restarting or overloaded: the same statement may succeed later.
 * Whether it took effect is unknown when the connection broke during a commit.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < causeDepthMax && current instanceof Error; depth++) {
    const code: unknown = 'code' in current ? current.code : undefined;
    if (typeof code === 'string' && (unavailableCodes.has(code) || /^08\w{3}$/.test(code))) return true;
    const message = current.message.toLowerCase();
    if (unavailableMessages.some((part) => message.includes(part))) return true;
    if (current instanceof AggregateError && current.errors.some(isDatabaseUnavailable)) return true;
    current = current.cause;
  }
  return false;
}
