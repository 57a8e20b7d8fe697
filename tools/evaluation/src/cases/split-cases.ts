import { createRandom } from '../compare/random.ts';
import type { Case } from './case-record.ts';
import { groupCases } from './group-cases.ts';
import { sha256 } from './hashes.ts';

/** So many violating, and so many lawful, texts of a site measure. */
export const testTextsMax = 200;
/** At most this part of what was opened measures. */
export const testShareMax = 0.75;
/** This part of the groups that do not measure is for development. */
const devPercent = 15;

/** `aside` are recalled cases and relatives of the test: they neither measure nor train. */
export type SplitPart = 'test' | 'dev' | 'train' | 'aside';

/** A frozen test split. */
export interface FrozenSplit {
  readonly seed: number;
  /** When it was frozen. */
  readonly frozen: string;
  readonly test: readonly { readonly id: string; readonly sha256: string }[];
}

/**
 * Chooses whole groups for the test by the seed, until it has what it should of violating and of lawful texts.
 * @param known ids of cases that the engine has learned something like: their groups cannot measure
 */
export function chooseTest(cases: readonly Case[], seed: number, known: ReadonlySet<string>): Case[] {
  const random = createRandom(seed);
  const groups = [...groupCases(sorted(cases))].map((group) => ({
    group,
    order: random.integer(0, 2 ** 30),
  }));
  const measurable = cases.filter(({ status }) => status === 'opened');
  const room = { violating: roomFor(measurable, false), lawful: roomFor(measurable, true) };
  return groups
    .sort((a, b) => a.order - b.order)
    .flatMap(({ group }) => {
      if (group.some(({ id }) => known.has(id))) return [];
      const opened = group.filter(({ status }) => status === 'opened');
      const lawful = opened.filter((one) => one.lawful).length;
      const violating = opened.length - lawful;
      if (lawful > room.lawful || violating > room.violating) return [];
      room.lawful -= lawful;
      room.violating -= violating;
      return opened;
    });
}

/** Tells of each case which part it belongs to, by its id. */
export function partsOf(cases: readonly Case[], split: FrozenSplit): Map<string, SplitPart> {
  const test = new Set(split.test.map(({ id }) => id));
  return new Map(
    groupCases(sorted(cases)).flatMap((group) => {
      const hasTest = group.some(({ id }) => test.has(id));
      const isDev = isDevGroup(group, split.seed);
      return group.map(({ id, status }) => {
        if (test.has(id)) return [id, 'test'] as const;
        if (hasTest) return [id, 'aside'] as const;
        if (isDev) return [id, status === 'opened' ? 'dev' : 'aside'] as const;
        return [id, 'train'] as const;
      });
    }),
  );
}

/** Finds what has become of a frozen test: its texts must stay as they were. */
export function faultsOfSplit(cases: readonly Case[], split: FrozenSplit): string[] {
  const byId = new Map(cases.map((one) => [one.id, one]));
  return split.test.flatMap(({ id, sha256: hash }) => {
    const one = byId.get(id);
    if (!one) return [`${id} is frozen for measuring, and was removed`];
    return sha256(one.text) === hash ? [] : [`${id} is frozen for measuring, and its text was changed`];
  });
}

const sorted = (cases: readonly Case[]): Case[] => [...cases].sort((a, b) => (a.id < b.id ? -1 : 1));

function roomFor(cases: readonly Case[], isLawful: boolean): number {
  const total = cases.filter(({ lawful }) => lawful === isLawful).length;
  return Math.min(testTextsMax, Math.floor(total * testShareMax));
}

/** A group is known by its first case, so that others that join it later change nothing. */
function isDevGroup([first]: readonly Case[], seed: number): boolean {
  return Number.parseInt(sha256(`${seed} ${first?.id}`).slice(0, 8), 16) % 100 < devPercent;
}
