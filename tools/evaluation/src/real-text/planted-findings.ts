import type { Case } from '../cases/case-record.ts';
import type { Random } from '../compare/random.ts';
import type { SheetFinding } from './sheet-items.ts';

/** A finding whose truth is known, to see whether a reader pays attention. */
export interface PlantedFinding extends SheetFinding {
  readonly truth: 'right' | 'wrong';
}

/**
 * Makes findings out of cases: of violating ones their labelled quotes, of lawful ones a sentence on the topic they come
 * close to. Half are right, as far as there are enough.
 * @param nameOf a topic, as the engine says it
 */
export function plantedFindings(
  cases: readonly Case[],
  size: number,
  nameOf: (topic: string) => string,
  random: Random,
): PlantedFinding[] {
  const right = cases.flatMap(({ text, spans }) => {
    const [span] = spans;
    if (!span) return [];
    const start = text.indexOf(span.quote);
    const place = { text, start, end: start + span.quote.length };
    return [{ ...place, topic: span.topic, says: nameOf(span.topic), truth: 'right' as const }];
  });
  const wrong = cases.flatMap(({ text, lawful, near }) => {
    if (!lawful || !near) return [];
    const sentence = text.match(/[^.!?。！？\n]+[.!?。！？]?/u)?.[0].trim() ?? text;
    const start = text.indexOf(sentence);
    const place = { text, start, end: start + sentence.length };
    return [{ ...place, topic: near, says: nameOf(near), truth: 'wrong' as const }];
  });
  const half = Math.ceil(size / 2);
  return [...drawn(right, half, random), ...drawn(wrong, size - half, random)];
}

/** Draws some of a list by chance, or all when there are no more. */
export function drawn<T>(items: readonly T[], size: number, random: Random): T[] {
  return items
    .map((item) => ({ item, order: random.integer(0, 2 ** 30) }))
    .sort((a, b) => a.order - b.order)
    .slice(0, size)
    .map(({ item }) => item);
}
