const causeDepthMax = 4;

/**
 * What a log shows of an error: type, message, stack, code and causes. Nothing else, because drivers hang the failing row
 * on it (Postgres: "Failing row contains (…)"), and a row may hold what no log may show.
 */
export function errorFields(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.cause !== undefined && depth < causeDepthMax
      ? { cause: errorFields(error.cause, depth + 1) }
      : {}),
  };
}
