/**
 * Returns delays that double from `firstMs` to `maxMs`, each with a jitter of ±20 % so that replicas do not reconnect
 * in step.
 */
export function reconnectDelay(firstMs: number, maxMs: number) {
  let failures = 0;
  return {
    next(): number {
      const delayMs = Math.min(maxMs, firstMs * 2 ** Math.min(failures, 16));
      failures += 1;
      return Math.round(delayMs * (0.8 + Math.random() * 0.4));
    },
    reset(): void {
      failures = 0;
    },
  };
}
