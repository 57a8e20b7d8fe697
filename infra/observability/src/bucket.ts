/**
 * Returns the matcher of a bucket of a histogram. Prometheus 3 writes `5.0` where Prometheus 2 keeps `5`, as it was
 * exported.
 * @param seconds a bound that the histogram has; a test compares them
 */
export const upTo = (seconds: number): string =>
  Number.isInteger(seconds) ? `le=~"${seconds}(\\\\.0)?"` : `le="${seconds}"`;
