import { type SignificantLine, significantLines } from './significant-lines.ts';

export interface SourceFile {
  /** Relative to the root of the workspace: `apps/<app>/…`. */
  readonly path: string;
  readonly source: string;
}

interface Place {
  readonly path: string;
  /** Index of the first line of a run, among the file's significant lines. */
  readonly index: number;
}

/** So many equal lines are something that two services say, and not something that they happen to say. */
const linesMin = 6;

const appOf = (path: string) => path.split('/')[1];

/**
 * Finds runs of six or more significant lines that two apps have in common.
 * @returns one line for each run and pair of files, naming both places
 */
export function repeatsBetweenApps(files: readonly SourceFile[]): readonly string[] {
  const linesOf = new Map(files.map(({ path, source }) => [path, significantLines(source)]));
  const faults: string[] = [];
  for (const [first, second] of pairsOf(placesByRun(linesOf))) {
    if (isSameRun(linesOf, first, second, -1)) continue;
    let length = linesMin;
    while (isSameRun(linesOf, first, second, length)) length++;
    const [from, to] = [first, second].map((place) => rangeOf(linesOf.get(place.path), place, length));
    faults.push(`${from} and ${to} have the same ${length} lines`);
  }
  return faults.sort();
}

/** Every place of a run of `linesMin` lines, by the text of the run. */
function placesByRun(linesOf: ReadonlyMap<string, readonly SignificantLine[]>): Map<string, Place[]> {
  const places = new Map<string, Place[]>();
  for (const [path, lines] of linesOf) {
    for (let index = 0; index + linesMin <= lines.length; index++) {
      const text = lines.slice(index, index + linesMin).map((line) => line.text);
      const run = text.join('\n');
      places.set(run, [...(places.get(run) ?? []), { path, index }]);
    }
  }
  return places;
}

/** The pairs of places of one run that lie in different apps. */
const pairsOf = (places: ReadonlyMap<string, readonly Place[]>): readonly (readonly [Place, Place])[] =>
  [...places.values()].flatMap((same) =>
    same.flatMap((first, index) =>
      same
        .slice(index + 1)
        .filter((second) => appOf(first.path) !== appOf(second.path))
        .map((second) => [first, second] as const),
    ),
  );

/** Whether both places have the same line at an offset from their first ones. */
function isSameRun(
  linesOf: ReadonlyMap<string, readonly SignificantLine[]>,
  first: Place,
  second: Place,
  offset: number,
): boolean {
  const [one, other] = [first, second].map(({ path, index }) => linesOf.get(path)?.[index + offset]?.text);
  return one !== undefined && one === other;
}

function rangeOf(lines: readonly SignificantLine[] | undefined, { path, index }: Place, length: number) {
  return `${path}:${lines?.[index]?.number}-${lines?.[index + length - 1]?.number}`;
}
