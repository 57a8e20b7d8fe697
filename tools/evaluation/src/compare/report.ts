import type { Comparison } from './compare-dumps.ts';

const pathsMax = 25;
const valueLengthMax = 160;

/** Whether every answer is identical or differs as wanted. */
export const isAsWanted = ({ parts }: Comparison): boolean => parts.every(({ different }) => different === 0);

/**
 * The comparison as lines to read: counts by kind of input and part of the product, then the paths that differ, then the
 * first differing answers.
 * @param shown how many of these
 */
export function reportOf(comparison: Comparison, shown: number): string[] {
  const { parts, different, paths, wanted, packs } = comparison;
  const rows = [
    ['input', 'answer', 'identical', 'wanted', 'different'],
    ...parts.map(({ kind, part, ...count }) => [
      kind,
      part,
      `${count.identical}`,
      `${count.wanted}`,
      `${count.different}`,
    ]),
  ];
  return [
    ...rows.map(([kind = '', part = '', ...counts]) =>
      [kind.padEnd(10), part.padEnd(16), ...counts.map((count) => count.padStart(10))].join(' '),
    ),
    '',
    packs.length === 0
      ? 'packs: the same content hashes'
      : `packs: other content hashes for ${packs.join(', ')}`,
    ...[...wanted].map(([{ path, reason }, count]) => `wanted: ${path} (${reason}): ${count} inputs`),
    ...(paths.size > 0 ? ['', 'where they differ:'] : []),
    ...[...paths]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, pathsMax)
      .map(([path, count]) => `${String(count).padStart(8)} ${path}`),
    ...different
      .slice(0, shown)
      .flatMap(({ id, differences }) => [
        '',
        id,
        ...differences
          .slice(0, 5)
          .flatMap(({ path, base, current }) => [
            `  ${path}`,
            `    base    ${shortened(base)}`,
            `    current ${shortened(current)}`,
          ]),
      ]),
  ];
}

function shortened(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing';
  return json.length > valueLengthMax ? `${json.slice(0, valueLengthMax)}… (${json.length})` : json;
}
