import { formatShare, type Share, shareOf } from '@redline/training/share';
import { type Answer, answers, type KeyLine } from './sheet-files.ts';
import type { EngineName } from './sheet-items.ts';

/** What readers say of the findings of one engine. */
export interface EngineScore {
  readonly engine: EngineName;
  readonly right: number;
  readonly arguable: number;
  readonly wrong: number;
  /** Wrong ones and half of the arguable ones. */
  readonly wrongShare: Share;
}

/** What a reading sheet says, when its answers are joined with its key. */
export interface SheetScore {
  /** Of all readers together: each answer counts by itself. */
  readonly engines: readonly EngineScore[];
  /** For each reader: planted findings that were answered truly; arguable is not. */
  readonly plantedCaught: readonly Share[];
  /** Cohen's kappa of the first two readers; null with one reader. */
  readonly kappa: number | null;
  /** Numbers that a reader left out, over all readers. */
  readonly unanswered: number;
}

/** Joins the answers of readers with the key of their sheet. */
export function scoreSheet(
  key: readonly KeyLine[],
  readers: readonly ReadonlyMap<number, Answer>[],
): SheetScore {
  const names = (['current', 'base'] as const).filter((name) =>
    key.some(({ sampleOf }) => sampleOf.includes(name)),
  );
  const planted = key.filter(({ truth }) => truth !== null);
  const [first, second] = readers;
  return {
    engines: names.map((name) => engineScore(name, key, readers)),
    plantedCaught: readers.map((reader) => {
      const answered = planted.filter(({ n }) => reader.has(n));
      return shareOf(answered.filter(({ n, truth }) => reader.get(n) === truth).length, answered.length);
    }),
    kappa:
      first && second
        ? kappaOf(
            key.filter(({ truth }) => truth === null),
            first,
            second,
          )
        : null,
    unanswered: readers.reduce((sum, reader) => sum + key.filter(({ n }) => !reader.has(n)).length, 0),
  };
}

function engineScore(
  engine: EngineName,
  key: readonly KeyLine[],
  readers: readonly ReadonlyMap<number, Answer>[],
): EngineScore {
  const lines = key.filter(({ sampleOf }) => sampleOf.includes(engine));
  const given = readers.flatMap((reader) => lines.flatMap(({ n }) => reader.get(n) ?? []));
  const count = (answer: Answer): number => given.filter((one) => one === answer).length;
  const [right, arguable, wrong] = [count('right'), count('arguable'), count('wrong')];
  // Two readers of one finding are no two findings: the interval is that of the findings.
  const weight = Math.max(1, readers.length);
  const wrongShare = shareOf((wrong + arguable / 2) / weight, given.length / weight);
  return { engine, right, arguable, wrong, wrongShare };
}

/** Returns how far two readers agree beyond chance: 1 is always, 0 as chance would. */
export function kappaOf(
  lines: readonly Pick<KeyLine, 'n'>[],
  first: ReadonlyMap<number, Answer>,
  second: ReadonlyMap<number, Answer>,
): number {
  const pairs = lines.flatMap(({ n }) => {
    const [one, other] = [first.get(n), second.get(n)];
    return one && other ? [[one, other] as const] : [];
  });
  if (pairs.length === 0) return 0;
  const agreed = pairs.filter(([one, other]) => one === other).length / pairs.length;
  const byChance = answers
    .map(
      (answer) =>
        (pairs.filter(([one]) => one === answer).length *
          pairs.filter(([, other]) => other === answer).length) /
        pairs.length ** 2,
    )
    .reduce((sum, share) => sum + share, 0);
  return byChance === 1 ? 1 : (agreed - byChance) / (1 - byChance);
}

/** Writes a score as lines for a terminal. */
export function scoreLines({ engines, plantedCaught, kappa, unanswered }: SheetScore): string[] {
  return [
    ...engines.map(
      ({ engine, right, arguable, wrong, wrongShare }) =>
        `${engine.padEnd(8)} right ${right}, arguable ${arguable}, wrong ${wrong}; wrong, arguable half ${formatShare(wrongShare)}`,
    ),
    ...plantedCaught.map((share, at) => `reader ${at + 1}: planted findings caught ${formatShare(share)}`),
    ...(kappa === null ? [] : [`agreement of two readers: kappa ${kappa.toFixed(2)}`]),
    ...(unanswered === 0 ? [] : [`${unanswered} findings without an answer`]),
  ];
}
