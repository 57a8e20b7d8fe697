/** The first versions that have CVE-2025-30215 mended: 2.10.27, and 2.11.1 of the line after it. */
const mended = [
  [2, 10, 27],
  [2, 11, 1],
] as const;

/**
 * Describes a version of nats-server, with advice for one whose known faults are not mended.
 * @param version such as `2.9.10`; undefined if it is not known
 */
export function describeNatsVersion(version: string | undefined): string {
  if (version === undefined) return 'of a version that it does not say';
  if (isMended(version.split('.').map(Number))) return version;
  return `${version}: older than the versions that mend CVE-2025-30215 and CVE-2023-47090. The users here cannot make use of either; on a network take 2.10.27, 2.11.1 or newer`;
}

function isMended(version: readonly number[]): boolean {
  const sameLine = mended.find(([major, minor]) => version[0] === major && version[1] === minor);
  return compare(version, sameLine ?? mended[0]) >= 0;
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, part] of other.entries()) {
    const difference = (one[index] ?? 0) - part;
    if (difference !== 0) return difference;
  }
  return 0;
}
