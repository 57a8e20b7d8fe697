import { type NamedTexts, withTexts } from './named-texts.ts';
import type { Outcome } from './pack.ts';
import { claimTypesSchema, policyFileSchema } from './policy-schema.ts';
import { type PackFault, type PackSource, type Path, type Place, placeIn, read } from './read-source.ts';
import type { TopicSources, WrittenRule } from './read-topics.ts';
import { topicSchema } from './topic-schema.ts';

/** The names that policy rows are made of. */
export interface ClaimNames {
  readonly claims: ReadonlySet<string>;
  readonly goods: ReadonlySet<string>;
}

/** Reads what can be claimed and what can be sold. Null where there is no such file, as beside a pack that was copied: then names are not checked. */
export function readClaimNames(source: PackSource | null, faults: PackFault[]): ClaimNames | null {
  const raw = source && read(source, claimTypesSchema, faults);
  if (!raw) return null;
  const claims = Object.values(raw.groups).flatMap((group) => Object.keys(group));
  return { claims: new Set(claims), goods: new Set(raw.sold) };
}

/** A policy row as it was written, with what its topic says for all that is of it. */
export interface WrittenRow extends Omit<WrittenRule, 'shared'> {
  /** Empty for a lawful row. */
  readonly topic: string;
  readonly outcome: Outcome;
  /** The names of the fields that the row itself has. */
  readonly own: ReadonlySet<string>;
}

/** Fields of a topic that are about its phrases, which a claim has none of. */
const fieldsOfPhrases = [
  'kind',
  'risk',
  'where',
  'needs',
  'presumed',
  'unless',
  'disguised',
  'insert',
] as const;

/**
 * Reads the rows of the policy table, file by file. A row that finds takes what it does not say from the `shared` of its
 * topic, but for what that says of phrases.
 */
export function readPolicyFiles(
  files: readonly PackSource[],
  topics: readonly TopicSources[],
  texts: NamedTexts,
  faults: PackFault[],
): WrittenRow[] {
  const sharedBy = new Map(topics.map(({ folder, topic }) => [folder, sharedOf(topic)]));
  return files.flatMap((file) => {
    const rows = read(file, policyFileSchema, faults)?.rows ?? [];
    return rows.flatMap(({ outcome, topic: named, ...written }, at): WrittenRow[] => {
      const fault = (field: string, reason: string): void => {
        faults.push({ ...placeIn(file, ['rows', at, field]), reason });
      };
      const topic = named === undefined ? '' : String(named);
      const shared = sharedBy.get(topic);
      if (outcome === 'lawful' && topic !== '') fault('topic', 'a lawful row has no topic');
      if (outcome !== 'lawful' && !shared) fault('topic', `there is no topic "${topic}"`);
      if (outcome !== 'lawful' && !shared) return [];
      const layers = [
        { values: written, in: file, below: ['rows', at] },
        ...(outcome === 'lawful' || !shared ? [] : [shared]),
      ] as const;
      const placeOf = (path: Path): Place => {
        const layer = layers.find(({ values }) => path[0] !== undefined && path[0] in values) ?? layers[0];
        return placeIn(layer.in, [...layer.below, ...path]);
      };
      const risk = outcome === 'violation' ? 'violation' : 'scene-hint';
      const rule = outcome === 'lawful' ? {} : { ...shared?.values, kind: 'claim', risk };
      const data = { ...rule, ...written };
      const merged = { file: file.file, data, placeOf, lineOf: (path: Path) => placeOf(path).line };
      const known = { ...texts, ...shared?.texts };
      return [
        {
          topic,
          outcome,
          own: new Set(Object.keys(written)),
          source: { ...merged, data: withTexts(data, known, merged, faults) },
        },
      ];
    });
  });
}

interface SharedFields {
  readonly values: Readonly<Record<string, unknown>>;
  readonly in: PackSource;
  readonly below: Path;
  readonly texts: NamedTexts;
}

/** Returns the fields that a topic shares with its rows. Faults in them are reported where its rules are read. */
function sharedOf(source: PackSource): SharedFields {
  const topic = read(source, topicSchema, []);
  const values: Record<string, unknown> = { ...topic?.shared };
  for (const field of fieldsOfPhrases) delete values[field];
  return { values, in: source, below: ['shared'], texts: topic?.texts ?? {} };
}
