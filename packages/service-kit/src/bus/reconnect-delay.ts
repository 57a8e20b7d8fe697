/** Waits that double from `firstMs` to `maxMs`, each spread over ±20 % so that replicas do not come back in step. */
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
