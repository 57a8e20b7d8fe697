import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A part of the workspace with a version and a changelog: a service, or a package that services run on. */
export interface VersionedPart {
  readonly name: string;
  readonly version: string;
  /** Its folder, as `apps/billing`. */
  readonly folder: string;
}

/** What differs from the base of a branch. */
export interface BranchChanges {
  /** Paths that were added, edited or removed. */
  readonly paths: readonly string[];
  readonly parts: readonly VersionedPart[];
  /** The versions that the base has, by the folder of the part. */
  readonly baseVersions: ReadonlyMap<string, string>;
  /** Texts of the change intents that the branch adds. */
  readonly intents: readonly string[];
}

const intentLine = /^["']?(@?[\w./-]+)["']?:\s*(none|patch|minor|major)\s*$/gm;

/** Not shipped, or said by no changelog. */
const isAside = (path: string) =>
  /(^|\/)(test|bench|samples|docs)\/|\.test\.ts$|\.md$|(^|\/)(tsconfig|turbo)\.json$/.test(path);

/**
 * Checks that each part that a branch changes is named by a change intent: a part without one would go out under its old
 * version, and its changelog not say what changed. A part that the branch releases, by a new version, is done with.
 * @returns one line for each part that no intent names
 */
export function missingIntents({ paths, parts, baseVersions, intents }: BranchChanges): readonly string[] {
  const named = new Set(
    intents.flatMap((text) => [...frontMatterOf(text).matchAll(intentLine)].map(([, name]) => name)),
  );
  return parts.flatMap(({ name, version, folder }) => {
    const changed = paths.filter((path) => path.startsWith(`${folder}/`) && !isAside(path));
    const base = baseVersions.get(folder);
    if (changed.length === 0 || named.has(name) || (base !== undefined && base !== version)) return [];
    const more = changed.length > 1 ? ` and ${changed.length - 1} more` : '';
    return [
      `${name} has changed (${changed[0]}${more}), and no change intent names it: npx pnpm change ${name}`,
    ];
  });
}

/** The part of an intent that says which packages it is about. */
const frontMatterOf = (text: string): string => /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '';

/** Lists the parts that have a version. */
export const versionedParts = (root: string): readonly VersionedPart[] =>
  globSync(['{apps,packages,clients}/*/package.json', 'packs/package.json'], { cwd: root }).flatMap(
    (path) => {
      const { name, version } = JSON.parse(readFileSync(join(root, path), 'utf8'));
      return version === undefined ? [] : [{ name, version, folder: path.replace(/\/package\.json$/, '') }];
    },
  );
