import { type Difference, differencesOf, withoutPositions } from './differences.ts';
import { readLines } from './read-lines.ts';
import { type WantedDifference, wantedFor } from './wanted-differences.ts';

/** How often answers of one kind of input and one part of the product are identical. */
export interface PartCount {
  readonly kind: string;
  readonly part: string;
  identical: number;
  wanted: number;
  different: number;
}

/** The differences of one input that nobody wants. */
export interface DifferentAnswer {
  readonly id: string;
  readonly differences: readonly Difference[];
}

export interface Comparison {
  readonly parts: readonly PartCount[];
  /** The first of them. */
  readonly different: readonly DifferentAnswer[];
  /** How many inputs differ at a path; positions in lists left out. */
  readonly paths: ReadonlyMap<string, number>;
  /** How many inputs differ as wanted, by wanted difference. */
  readonly wanted: ReadonlyMap<WantedDifference, number>;
  /** Content hashes of the packs that differ, by site: expected wherever a file of a pack has changed. */
  readonly packs: readonly string[];
}

/** Differing answers that are kept for the report. */
const keptMax = 1_000;

/**
 * Compares two dumps of the same inputs, line by line.
 * @throws Error when they are not of the same inputs
 */
export async function compareDumps(
  baseFile: string,
  currentFile: string,
  wanted: readonly WantedDifference[],
): Promise<Comparison> {
  const expandBase = sharedValues(baseFile);
  const expandCurrent = sharedValues(currentFile);
  const tally = createTally(wanted);
  for await (const [baseLine, currentLine] of pairsOf(baseFile, currentFile)) {
    const base = readAnswers(baseLine);
    const isEqual = baseLine === currentLine;
    const current = isEqual ? base : readAnswers(currentLine);
    if (base.id !== current.id)
      throw new Error(`${base.id} stands beside ${current.id}: not of the same inputs`);
    const differences = isEqual
      ? []
      : differencesOf(await expandBase(base.answers), await expandCurrent(current.answers));
    tally.add(base, new Set([...Object.keys(base.answers), ...Object.keys(current.answers)]), differences);
  }
  return tally.comparison();
}

/** Counts answers as they are compared. */
function createTally(wanted: readonly WantedDifference[]) {
  const parts = new Map<string, PartCount>();
  const different: DifferentAnswer[] = [];
  const paths = new Map<string, number>();
  const wantedCounts = new Map(wanted.map((one) => [one, 0]));
  let packs: string[] = [];
  const addPart = (kind: string, part: string, all: number, unwanted: number): void => {
    const key = `${kind} ${part}`;
    const count = parts.get(key) ?? { kind, part, identical: 0, wanted: 0, different: 0 };
    if (unwanted > 0) count.different++;
    else if (all > 0) count.wanted++;
    else count.identical++;
    parts.set(key, count);
  };
  return {
    add({ id, kind }: AnswerLine, names: ReadonlySet<string>, differences: readonly Difference[]): void {
      if (kind === 'hash') {
        packs = differences.map(({ path }) => path);
        return;
      }
      const named = differences.map((one) => wantedFor(wanted, id, one));
      for (const one of new Set(named)) if (one) addTo(wantedCounts, one);
      const unwanted = differences.filter((_, at) => !named[at]);
      for (const part of names) {
        const ofPart = ({ path }: Difference): boolean => partOf(path) === part;
        addPart(kind, part, differences.filter(ofPart).length, unwanted.filter(ofPart).length);
      }
      for (const path of new Set(unwanted.map((one) => withoutPositions(one.path)))) addTo(paths, path);
      if (unwanted.length > 0 && different.length < keptMax) different.push({ id, differences: unwanted });
    },
    comparison: (): Comparison => ({
      parts: [...parts.values()],
      different,
      paths,
      wanted: wantedCounts,
      packs,
    }),
  };
}

const partOf = (path: string): string => /^[^.[]+/.exec(path)?.[0] ?? '';

const addTo = <K>(counts: Map<K, number>, key: K): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

interface AnswerLine {
  readonly id: string;
  readonly kind: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

const readAnswers = (line: string): AnswerLine => JSON.parse(line);

async function* pairsOf(one: string, other: string): AsyncGenerator<readonly [string, string]> {
  const others = readLines(other);
  for await (const line of readLines(one)) {
    const next = await others.next();
    if (next.done) throw new Error(`${other} has fewer lines than ${one}`);
    yield [line, next.value];
  }
  if (!(await others.next()).done) throw new Error(`${other} has more lines than ${one}`);
}

/** Puts the shared values of a dump back into its answers; they are read when they are first needed. */
function sharedValues(file: string): (answers: unknown) => Promise<unknown> {
  let reading: Promise<ReadonlyMap<string, unknown>> | undefined;
  return async (answers) => {
    reading ??= readShared(`${file}.shared`);
    return expanded(answers, await reading);
  };
}

async function readShared(file: string): Promise<ReadonlyMap<string, unknown>> {
  const values = new Map<string, unknown>();
  for await (const line of readLines(file)) {
    const space = line.indexOf(' ');
    values.set(line.slice(0, space), JSON.parse(line.slice(space + 1)));
  }
  return values;
}

function expanded(value: unknown, shared: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') {
    const known = value.startsWith('#') ? shared.get(value) : undefined;
    return known === undefined || typeof known === 'string' ? (known ?? value) : expanded(known, shared);
  }
  if (Array.isArray(value)) return value.map((one) => expanded(one, shared));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, expanded(one, shared)]));
}
