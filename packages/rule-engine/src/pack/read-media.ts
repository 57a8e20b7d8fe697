import { missingLocales } from './check-references.ts';
import { detectorFileSchema, pictureFileSchema } from './media-schema.ts';
import type { PackMeta } from './meta-schema.ts';
import { type NamedTexts, withTexts } from './named-texts.ts';
import type { DetectorLabel, PictureTopic, Rule } from './pack.ts';
import { duplicates, type PackFault, type PackSource, type Path, read } from './read-source.ts';
import { legalRefOf, type WordingSources } from './wording.ts';

/** Which topics apply to words on pictures, by topic; none in a pack that does not say. */
export function readPictures(
  source: PackSource | null,
  rules: readonly Pick<Rule, 'id' | 'topic'>[],
  faults: PackFault[],
): ReadonlyMap<string, PictureTopic> {
  const entries = (source && read(source, pictureFileSchema, faults)?.topics) ?? [];
  const known = new Set(rules.map(({ topic }) => topic));
  const ids = new Set(rules.map(({ id }) => id));
  const fault = (at: number, field: string, reason: string): void => {
    if (source) faults.push({ file: source.file, line: source.lineOf(['topics', at, field]), reason });
  };
  const byTopic = new Map<string, PictureTopic>();
  for (const [at, { topics, types, tier, without }] of entries.entries()) {
    for (const topic of topics) {
      if (!known.has(topic)) fault(at, 'topics', `no rule is of the topic "${topic}"`);
      if (byTopic.has(topic)) fault(at, 'topics', `"${topic}" is listed twice`);
      byTopic.set(topic, { types, tier: tier ?? null, without: new Set(without) });
    }
    for (const id of without) if (!ids.has(id)) fault(at, 'without', `there is no rule "${id}"`);
  }
  return byTopic;
}

/** Reads the labels of detectors, in the order of the file; none for a pack without `detectors.yaml`. */
export function readDetectors(
  source: PackSource | null,
  sources: WordingSources,
  faults: PackFault[],
  texts: NamedTexts = {},
): readonly DetectorLabel[] {
  if (!source) return [];
  const named = { ...source, data: withTextsOfLabels(source, texts, faults) };
  const labels = read(named, detectorFileSchema, faults)?.labels ?? [];
  const { meta, citations } = sources;
  const ids = labels.map(({ label }) => label);
  duplicates(ids, source, faults);
  for (const [at, label] of labels.entries()) {
    const fault = (field: string, reason: string): void => {
      faults.push({ file: source.file, line: source.lineOf(['labels', at, field]), reason });
    };
    for (const field of ['category', 'description', 'suggestion', 'tierReason'] as const)
      for (const { reason } of missingLocales(label[field] ?? neutral(meta), field, meta))
        fault(field, reason);
    for (const id of label.citations) if (!citations.has(id)) fault('citations', `unknown citation "${id}"`);
    if (meta.tiers && !label.tierReason) fault('label', 'a label of a pack with tiers needs a tierReason');
  }
  return labels.map(({ citations: cited, tierReason = null, ...label }) => ({
    ...{ ...label, tierReason },
    legalRef: cited.length > 0 ? legalRefOf(sources, cited) : null,
  }));
}

/** Puts texts in place of their names, in what may be labels. */
function withTextsOfLabels(source: PackSource, texts: NamedTexts, faults: PackFault[]): unknown {
  const { data } = source;
  if (!isRecord(data) || !Array.isArray(data.labels)) return data;
  const labels = data.labels.map((label: unknown, at) => {
    const lineOf = (path: Path): number => source.lineOf(['labels', at, ...path]);
    return isRecord(label) ? withTexts(label, texts, { ...source, lineOf }, faults) : label;
  });
  return { ...data, labels };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Stands for a text that need not be there. */
const neutral = ({ locales }: PackMeta): Record<string, string> =>
  Object.fromEntries(locales.map((locale) => [locale, '']));
