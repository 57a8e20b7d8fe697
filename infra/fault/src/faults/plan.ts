import type { Random } from '../random.ts';
import { groupOf } from '../stack/target.ts';
import type { Fault, FaultKind, Harm } from './fault.ts';

const firstFaultMs = 1_500;
const gapMs = { min: 2_000, max: 5_000 };
const downMs: Record<Harm, { readonly min: number; readonly max: number }> = {
  kill: { min: 200, max: 3_000 },
  pause: { min: 1_000, max: 8_000 },
  stop: { min: 200, max: 3_000 },
  immediate: { min: 200, max: 3_000 },
  restart: { min: 0, max: 0 },
  'lame-duck': { min: 0, max: 0 },
  promote: { min: 0, max: 0 },
  wipe: { min: 200, max: 3_000 },
};
/** Nothing is left that could be promoted again. */
const onceOnly: ReadonlySet<Harm> = new Set(['promote']);
/** The time of a start on a busy machine: the minimum between two faults of a process. */
const comingBackMs = 3_000;

/**
 * Chooses the faults of a run at random: one every 2 to 5 s, every kind once before any repeats. Several targets may be
 * down at a time, but never two faults of one target.
 * @param kinds the possible faults
 * @param durationMs the duration of the load
 * @returns the faults in the order of their time
 */
export function planFaults(
  kinds: readonly FaultKind[],
  durationMs: number,
  random: Random,
): readonly Fault[] {
  const faults: Fault[] = [];
  const repeatable = kinds.filter(({ harm }) => !onceOnly.has(harm));
  const freeAtMs = new Map<string, number>();
  let deck: FaultKind[] = [];
  for (let atMs = firstFaultMs; atMs < durationMs; atMs += random.between(gapMs.min, gapMs.max)) {
    if (deck.length === 0) deck = random.shuffled(faults.length === 0 ? kinds : repeatable);
    const index = deck.findIndex(({ target }) => (freeAtMs.get(groupOf(target)) ?? 0) <= atMs);
    const [kind] = index < 0 ? [] : deck.splice(index, 1);
    if (!kind) continue;
    const { min, max } = downMs[kind.harm];
    const fault = { ...kind, atMs: Math.round(atMs), downMs: Math.round(random.between(min, max)) };
    freeAtMs.set(groupOf(kind.target), atMs + fault.downMs + comingBackMs);
    faults.push(fault);
  }
  return faults;
}

/** Plans each fault once, in turn: all begin at once, and each waits for the one before. */
export const planInTurn = (kinds: readonly FaultKind[]): readonly Fault[] =>
  kinds.map((kind) => ({ ...kind, atMs: firstFaultMs, downMs: 0, queue: 'all' }));
