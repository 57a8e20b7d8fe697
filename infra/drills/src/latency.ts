import { type Customer, checkBody, type FaultStack, type Random, send } from '@redline/fault';

/** Milliseconds within which half, and all but a twentieth, of some requests were answered; and how many were not 201. */
export interface Latency {
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly refused: number;
}

export interface ProbeOptions {
  readonly stack: FaultStack;
  readonly customer: Customer;
  readonly count: number;
  readonly firstRef: number;
  readonly random: Random;
}

/** Submits texts of one customer one after the other. */
export async function probe({ stack, customer, count, firstRef, random }: ProbeOptions): Promise<Latency> {
  const times: number[] = [];
  let refused = 0;
  for (let index = 0; index < count; index++) {
    const startMs = performance.now();
    const body = checkBody(String(firstRef + index), random);
    const { status } = await send(stack.apiUrl, customer, { method: 'POST', path: '/text/checks', body });
    times.push(performance.now() - startMs);
    if (status !== 201) refused += 1;
  }
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  return { medianMs: at(0.5), p95Ms: at(0.95), refused };
}
