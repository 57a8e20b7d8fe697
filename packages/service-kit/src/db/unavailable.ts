/**
 * Codes that say "the database is away or too busy", not "the statement is wrong". Postgres (appendix A of its manual):
 * classes 08 connection, 53 resources, 58 system; 57P01-57P05 shutdown, crash, starting up, idle too long; 25P03 a
 * transaction left idle, as after a pause of this process; 57014 and 55P03 the limits for statements and locks;
 * 40001 and 40P01 the loser of a race; 25006 a standby after a failover.
 */
const unavailableSqlStates = /^(08\w{3}|53\w{3}|58\w{3}|57P0[1-5]|25P03|57014|55P03|40001|40P01|25006)$/;

const unavailableSystemErrors: ReadonlySet<string> = new Set([
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

/** The driver (pg 8), its pool and the query builder give these without a code. */
const unavailableMessages = [
  'timeout exceeded when trying to connect',
  'connection terminated',
  'connection ended unexpectedly',
  'query read timeout',
  'client has encountered a connection error',
  'client was closed',
  'cannot use a pool after calling end',
  'driver has already been destroyed',
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
    if (typeof code === 'string' && (unavailableSqlStates.test(code) || unavailableSystemErrors.has(code)))
      return true;
    const message = current.message.toLowerCase();
    if (unavailableMessages.some((part) => message.includes(part))) return true;
    if (current instanceof AggregateError && current.errors.some(isDatabaseUnavailable)) return true;
    current = current.cause;
  }
  return false;
}
