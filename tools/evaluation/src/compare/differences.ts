/** A place where two answers differ, such as `verdict.findings[0].start`; a value that is not there is undefined. */
export interface Difference {
  readonly path: string;
  readonly base: unknown;
  readonly current: unknown;
}

/** Differences of one answer beyond this many say nothing more. */
const differencesMax = 200;

/** The differences of two values that were read from JSON, in the order of their paths. Lists of unequal length differ as a whole. */
export function differencesOf(base: unknown, current: unknown): Difference[] {
  const found: Difference[] = [];
  const visit = (path: string, one: unknown, other: unknown): void => {
    if (found.length === differencesMax || one === other) return;
    if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
      for (const [at, value] of one.entries()) visit(`${path}[${at}]`, value, other[at]);
    } else if (isRecord(one) && isRecord(other)) {
      const names = new Set([...Object.keys(one), ...Object.keys(other)]);
      for (const name of [...names].sort())
        visit(path === '' ? name : `${path}.${name}`, one[name], other[name]);
    } else if (JSON.stringify(one) !== JSON.stringify(other)) found.push({ path, base: one, current: other });
  };
  visit('', base, current);
  return found;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A path without the positions in its lists: `verdict.findings[].start`. */
export const withoutPositions = (path: string): string => path.replace(/\[\d+\]/g, '[]');
