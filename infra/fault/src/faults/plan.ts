import type { Random } from '../random.ts';
import type { Target } from '../stack/fault-stack.ts';
import type { Fault, FaultKind, Harm } from './fault.ts';

const firstFaultMs = 1_500;
const gapMs = { min: 2_000, max: 5_000 };
const downMs: Record<Harm, { readonly min: number; readonly max: number }> = {
  kill: { min: 200, max: 3_000 },
  pause: { min: 1_000, max: 8_000 },
  stop: { min: 200, max: 3_000 },
  immediate: { min: 200, max: 3_000 },
};
/** What a start takes on a busy machine; nothing happens to a process before it had a chance to come back. */
const comingBackMs = 3_000;

/**
 * Chooses the faults of a run: one every 2 to 5 s, every kind once before any comes again, several targets down at a
 * time when it so happens, never two faults of one target at once.
 * @param kinds what may happen
 * @param durationMs how long the load lasts
 * @returns the faults in the order of their time
 */
export function planFaults(
  kinds: readonly FaultKind[],
  durationMs: number,
  random: Random,
): readonly Fault[] {
  const faults: Fault[] = [];
  const freeAtMs = new Map<Target, number>();
  let deck: FaultKind[] = [];
  for (let atMs = firstFaultMs; atMs < durationMs; atMs += random.between(gapMs.min, gapMs.max)) {
    if (deck.length === 0) deck = random.shuffled(kinds);
    const index = deck.findIndex(({ target }) => (freeAtMs.get(target) ?? 0) <= atMs);
    const [kind] = index < 0 ? [] : deck.splice(index, 1);
    if (!kind) continue;
    const { min, max } = downMs[kind.harm];
    const fault = { ...kind, atMs: Math.round(atMs), downMs: Math.round(random.between(min, max)) };
    freeAtMs.set(kind.target, atMs + fault.downMs + comingBackMs);
    faults.push(fault);
  }
  return faults;
}
