export interface Rate {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Repeats work for a time at a concurrency; returns its rate and latencies. */
export async function measure(
  work: () => Promise<unknown>,
  options: { readonly forMs: number; readonly inFlight: number },
): Promise<Rate> {
  const latencies: number[] = [];
  const startedMs = performance.now();
  const endMs = startedMs + options.forMs;
  const worker = async () => {
    for (let fromMs = performance.now(); fromMs < endMs; fromMs = performance.now()) {
      await work();
      latencies.push(performance.now() - fromMs);
    }
  };
  await Promise.all(Array.from({ length: options.inFlight }, worker));
  const tookMs = performance.now() - startedMs;
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { perSecond: (latencies.length / tookMs) * 1_000, p50Ms: at(0.5), p99Ms: at(0.99) };
}
