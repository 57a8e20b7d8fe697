import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics } from '../metrics/index.ts';

export interface HeartbeatOptions {
  /** Resolves when the server has answered, however late; rejects when the connection is lost. */
  readonly ask: () => Promise<void>;
  readonly isConnected: () => boolean;
  readonly metrics: Pick<Metrics, 'busConnected' | 'busAnswered'>;
  /** From one answer to the next question, in milliseconds. */
  readonly everyMs: number;
  /** A server that has not answered within this time counts as not connected. */
  readonly answerWithinMs: number;
}

/**
 * Asks the server at intervals whether it is there, and writes that into the metrics: a server that is paused, or behind
 * a half-open connection, looks connected for a long time. One question is open at most.
 * @returns what ends it, at once
 */
export function startHeartbeat(options: HeartbeatOptions): () => void {
  const { ask, isConnected, metrics, everyMs, answerWithinMs } = options;
  const stopping = new AbortController();
  const { signal } = stopping;

  const beat = async () => {
    if (!isConnected()) return metrics.busConnected.set(0);
    const silent = setTimeout(() => metrics.busConnected.set(0), answerWithinMs);
    try {
      await ask();
      if (signal.aborted) return;
      metrics.busConnected.set(1);
      metrics.busAnswered.set(Date.now() / 1_000);
    } catch {
      metrics.busConnected.set(0);
    } finally {
      clearTimeout(silent);
    }
  };
  const run = async () => {
    while (!signal.aborted) {
      await beat();
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  void run();
  return () => stopping.abort();
}
