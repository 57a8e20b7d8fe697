const causeDepthMax = 4;

/**
 * Returns the fields of an error for the log: type, message, stack, code and causes. Nothing else, because drivers add
 * the failing row (Postgres: "Failing row contains (…)"), and a row may have data that must not be logged.
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
