import type { Language } from '../language/language.ts';
import { languages } from '../language/languages.ts';
import { lexiconFileSchema } from '../patterns/lexicon-schema.ts';
import { expandLexicons } from '../patterns/lexicons.ts';
import { type PatternTableBuilder, patternTableBuilder } from '../patterns/pattern-table.ts';
import { soundTableOf } from '../patterns/sound-table.ts';
import { spellingFileSchema } from '../patterns/spelling-schema.ts';
import { spellerOf } from '../patterns/spellings.ts';
import { termTableOf } from '../patterns/term-scan.ts';
import { plainTerms, termKey, wordsOfTerms } from '../patterns/terms.ts';
import { vocabularyBuilder } from '../patterns/vocabulary.ts';
import { faultsOfRowNames, faultsOfTable } from './check-policy.ts';
import { faultsOfLawfulRow, faultsOfRule, missingLocales, splitPlaces } from './check-references.ts';
import { compileContext, compileRule } from './compile-rule.ts';
import { faultOfValues } from './dimensions.ts';
import { exemptionFileSchema } from './exemption-schema.ts';
import { type PackMeta, packMetaSchema } from './meta-schema.ts';
import type { CompiledPack, Examples, Exemption, Fix, PolicyRow } from './pack.ts';
import { lawfulRowSchema, policyRuleSchema } from './policy-schema.ts';
import { readCitations } from './read-citations.ts';
import { faultsOfTopics, readFixes } from './read-fixes.ts';
import { readDetectors, readPictures } from './read-media.ts';
import { type ClaimNames, readClaimNames, readPolicyFiles, type WrittenRow } from './read-policy.ts';
import { readPrecedents } from './read-precedents.ts';
import { checkRemovedRules } from './read-removed-rules.ts';
import {
  attempt,
  duplicates,
  type PackFault,
  type PackSource,
  placeIn,
  read,
  readGrammar,
} from './read-source.ts';
import { readTopic, type TopicSources, type WrittenRule } from './read-topics.ts';
import { ruleSchema } from './rule-schema.ts';
import { clearings, type Tier } from './schema.ts';
import { textFileSchema } from './topic-schema.ts';
import { reasonsOf, type UnwordedRule, wordRules } from './wording.ts';

export interface PackSources {
  readonly meta: PackSource;
  readonly grammar: PackSource;
  readonly citations: PackSource;
  /** Null for a pack whose citations name no law. */
  readonly laws: PackSource | null;
  /** Null for a pack without texts that several topics use. */
  readonly texts: PackSource | null;
  readonly exemptions: PackSource;
  /** Null for a pack that has none, as are fixes and what concerns pictures. */
  readonly spellings: PackSource | null;
  readonly fixes: PackSource | null;
  readonly pictures: PackSource | null;
  readonly detectors: PackSource | null;
  readonly precedents: PackSource | null;
  readonly removedRules: PackSource | null;
  readonly lexicons: readonly PackSource[];
  /** In the order of their rules. */
  readonly topics: readonly TopicSources[];
  /** The files of the policy table; none for a pack where the law says nothing of claims. */
  readonly policy: readonly PackSource[];
  /** Names of claims and goods; null for a pack without `claim-types.yaml` beside it, whose names are not checked. */
  readonly claimTypes: PackSource | null;
  readonly contentHash: string;
}

/** A pack, and what its files say besides. */
export interface CompiledSources {
  readonly pack: CompiledPack;
  /** The examples of each rule, by its id. */
  readonly examples: ReadonlyMap<string, Examples>;
  readonly exampleLine: (ruleId: string, list: 'hit' | 'miss', index: number) => PackFault;
}

/** Either the pack, or everything that is wrong with it. */
export type PackResult = CompiledSources | { readonly faults: readonly PackFault[] };

/** Validates and compiles a pack. Pure; never throws for what stands in the files. */
export function compilePack(sources: PackSources): PackResult {
  const faults: PackFault[] = [];
  const lexicons = sources.lexicons.flatMap(
    (source) => read(source, lexiconFileSchema, faults)?.lexicons ?? [],
  );
  const meta = read(sources.meta, packMetaSchema, faults);
  if (!meta) return { faults };
  for (const [said, texts] of Object.entries(meta.reasons))
    for (const { path, reason } of missingLocales(texts, said, meta))
      faults.push({ file: sources.meta.file, line: sources.meta.lineOf(['reasons', ...path]), reason });
  const language: Language = languages[meta.language];
  const spellings = (sources.spellings && read(sources.spellings, spellingFileSchema, faults)) ?? {
    spellings: [],
  };
  const words = attempt(sources.lexicons[0] ?? sources.meta, [], faults, () =>
    vocabularyBuilder(
      expandLexicons(lexicons, language.inflection),
      language,
      spellerOf(spellings.spellings, termKey),
      lexicons.flatMap(({ id, opaque }) => (opaque ? [id] : [])),
    ),
  );
  const citations = readCitations([sources.citations], sources.laws, faults);
  const texts = (sources.texts && read(sources.texts, textFileSchema, faults)?.texts) ?? {};
  if (!words) return { faults };
  const builder = patternTableBuilder(words.classOf, language.gapMax);
  duplicates(
    lexicons.map((lexicon) => lexicon.id),
    sources.lexicons[0] ?? sources.meta,
    faults,
  );
  duplicates(
    citations.map((citation) => citation.id),
    sources.citations,
    faults,
  );
  const grammar = readGrammar(sources.grammar, builder, faults);
  const exemptions = readExemptions(sources.exemptions, { builder, meta }, faults);
  const fixOf = readFixes(sources.fixes, builder, faults);
  const citationIds = new Set(citations.map((citation) => citation.id));
  const places: RuleFiles = new Map();
  const names = readClaimNames(sources.claimTypes, faults);
  const around = { builder, exemptions, fixOf, meta, citationIds, places, names };
  const writtenRules = sources.topics.flatMap((topic) => readTopic(topic, texts, faults));
  const unworded = writtenRules.flatMap((written) => readRule(written, ruleSchema, around, faults));
  const rows = readPolicyFiles(sources.policy, sources.topics, texts, faults).flatMap((written) =>
    readRow(written, around, faults),
  );
  if (names) faultsOfGoods(sources.meta, meta, names, faults);
  faultsOfTopics(sources.fixes, new Set(unworded.map(({ topic }) => topic)), faults);
  const wordingSources = {
    meta,
    language,
    citations: new Map(citations.map((citation) => [citation.id, citation])),
  };
  const pictures = readPictures(sources.pictures, unworded, faults);
  const labels = readDetectors(sources.detectors, wordingSources, faults, texts);
  const precedents = readPrecedents(
    sources.precedents,
    { meta, topics: new Set(unworded.map(({ topic }) => topic)) },
    faults,
  );
  checkRemovedRules(sources.removedRules, new Set(places.keys()), faults);
  const ofRows = rows.flatMap(({ rule }) => rule ?? []);
  const isOfGoods = ({ sold, beside, needs }: UnwordedRow): boolean =>
    sold.size > 0 && beside.size === 0 && needs === null;
  const { rules, wordings } = wordRules(
    {
      rules: [...unworded, ...ofRows],
      rows: rows.filter(isOfGoods).flatMap(({ rule }) => rule ?? []),
      shared: new Map(writtenRules.map(({ source: { data }, shared }) => [String(data.id), shared])),
    },
    wordingSources,
  );
  const ruleOf = new Map(rules.map((rule) => [rule.id, rule]));
  const policy = rows.map((row): PolicyRow => ({ ...row, rule: ruleOf.get(row.rule?.id ?? '') ?? null }));
  const [firstFile] = sources.policy;
  if (firstFile)
    for (const { rowId, reason } of faultsOfTable(policy, names)) {
      const source = places.get(rowId ?? '')?.source ?? firstFile;
      faults.push({ ...(rowId ? placeIn(source, []) : { file: firstFile.file, line: 1 }), reason });
    }
  if (faults.length > 0 || !grammar) return { faults: eachOnce(faults) };
  const { terms, ...vocabulary } = words.vocabulary();
  const pack: CompiledPack = {
    ...wordingSources,
    contentHash: sources.contentHash,
    rules,
    policy,
    wordings,
    reasons: reasonsOf(exemptions, policy, meta),
    precedents,
    pictures,
    labels,
    pictureWords: pictures.size > 0 && language.connectives.spaced ? wordsOfTerms(plainTerms(terms)) : '',
    grammar,
    vocabulary,
    terms: termTableOf({ ...vocabulary, terms }),
    sounds: language.sounds && soundTableOf(spellings, plainTerms(terms), language.sounds),
    patterns: builder.table(vocabulary.classCount),
  };
  return {
    pack,
    examples: new Map([...places].map(([id, { examples }]) => [id, examples])),
    exampleLine: (ruleId, list, index) => {
      const source = places.get(ruleId)?.source;
      return { ...(source ? placeIn(source, [list, index]) : { file: '', line: 0 }), reason: '' };
    },
  };
}

/** Returns each fault once: one in a topic's shared fields is found in each of its rules. */
const eachOnce = (faults: readonly PackFault[]): PackFault[] => [
  ...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values(),
];

function readExemptions(
  source: PackSource,
  { builder, meta }: Pick<RuleSurroundings, 'builder' | 'meta'>,
  faults: PackFault[],
): Map<string, readonly Exemption[]> {
  const exemptions = new Map<string, readonly Exemption[]>();
  const raw = read(source, exemptionFileSchema, faults)?.exemptions ?? [];
  for (const [at, exemption] of raw.entries()) {
    const ways = (exemption.ways ?? [exemption]).flatMap((way, number) => {
      const path = exemption.ways ? ['exemptions', at, 'ways', number] : ['exemptions', at];
      const compiled = attempt(source, path, faults, () => ({
        id: exemption.id,
        reason: exemption.reason,
        needs: way.needs ? compileContext(way.needs, builder, ['needs']) : null,
        unless: [way.unless, exemption.ways && exemption.unless].flatMap((unless) =>
          unless ? [compileContext(unless, builder, ['unless'])] : [],
        ),
        context: compileContext(way, builder, []),
      }));
      return compiled ? [compiled] : [];
    });
    exemptions.set(exemption.id, ways);
    for (const { path, reason } of missingLocales(exemption.reason, 'reason', meta))
      faults.push({ file: source.file, line: source.lineOf(['exemptions', at, ...path]), reason });
  }
  return exemptions;
}

/** The source of each rule, by its id, with its examples. */
type RuleFiles = Map<string, { readonly source: PackSource; readonly examples: Examples }>;

interface RuleSurroundings {
  readonly builder: PatternTableBuilder;
  readonly exemptions: ReadonlyMap<string, readonly Exemption[]>;
  readonly fixOf: (topic: string) => Fix;
  readonly meta: PackMeta;
  readonly citationIds: ReadonlySet<string>;
  /** Also tells an id that is used twice. */
  readonly places: RuleFiles;
  /** Null where there is no list of them: names are not checked. */
  readonly names: ClaimNames | null;
}

/** Reads a rule by its schema: none, or the one. */
function readRule(
  { topic, source }: Pick<WrittenRule, 'topic' | 'source'>,
  as: typeof ruleSchema | typeof policyRuleSchema,
  around: RuleSurroundings,
  faults: PackFault[],
): UnwordedRule[] {
  const { exemptions, builder, fixOf, meta } = around;
  const { places, rest } = splitPlaces(source.data, meta);
  const raw = read({ ...source, data: rest }, as, faults);
  if (!raw) return [];
  const wrong = faultsOfRule(raw, places, around);
  if (raw.kind === 'claim') wrong.push(...faultsOfRowNames(raw, around.names));
  for (const { path, reason } of wrong) faults.push({ ...placeIn(source, path), reason });
  around.places.set(raw.id, { source, examples: { hit: raw.hit, miss: raw.miss } });
  const only = valuesOf(places);
  const clearedBy = (tier: Tier | undefined) => (tier && meta.tiers?.[tier].clearedBy) ?? clearings;
  const parts = { patterns: builder, exemptions, topic, fix: fixOf(topic), only, clearedBy };
  const rule = attempt(source, [], faults, () => compileRule(raw, parts));
  return rule ? [rule] : [];
}

/** A policy row before its texts have an id. */
interface UnwordedRow extends Omit<PolicyRow, 'rule'> {
  readonly rule: UnwordedRule | null;
}

/** Reads a row of the policy table: none, or the one. */
function readRow(written: WrittenRow, around: RuleSurroundings, faults: PackFault[]): UnwordedRow[] {
  const { outcome, own, source } = written;
  const { places, rest } = splitPlaces(source.data, around.meta);
  const ownPlaces = Object.fromEntries(
    Object.entries(places).filter(([name]) => own.has(around.meta.dimensions[name]?.field ?? name)),
  );
  const set = (field: string): ReadonlySet<string> => new Set([rest[field] ?? []].flat().map(String));
  const row = { outcome, claims: set('claims'), sold: set('sold'), beside: set('beside') };
  const where = { places: valuesOf(ownPlaces), only: valuesOf(places) };
  if (outcome !== 'lawful')
    return readRule(written, policyRuleSchema, around, faults).map((rule) => ({
      ...{ ...row, ...where, id: rule.id, needs: rule.needs },
      rule,
    }));
  const raw = read({ ...source, data: rest }, lawfulRowSchema, faults);
  if (!raw) return [];
  const wrong = [...faultsOfLawfulRow(raw, places, around), ...faultsOfRowNames(raw, around.names)];
  for (const { path, reason } of wrong) faults.push({ ...placeIn(source, path), reason });
  around.places.set(raw.id, { source, examples: { hit: raw.hit, miss: raw.miss } });
  const needs = raw.needs
    ? attempt(source, [], faults, () => compileContext(raw.needs ?? {}, around.builder, ['needs']))
    : null;
  return [{ ...row, ...where, id: raw.id, needs, rule: null }];
}

const valuesOf = (places: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(places).map(([name, values]) => [name, new Set(values)]));

/** Writes down what `goods` of the pack names that is not there. */
function faultsOfGoods(source: PackSource, meta: PackMeta, { goods }: ClaimNames, faults: PackFault[]): void {
  for (const [name, byValue] of Object.entries(meta.goods)) {
    const reason = faultOfValues({ [name]: Object.keys(byValue) }, meta);
    if (reason) faults.push({ ...placeIn(source, ['goods', name]), reason });
    for (const [value, sold] of Object.entries(byValue))
      for (const good of sold)
        if (!goods.has(good))
          faults.push({ ...placeIn(source, ['goods', name, value]), reason: `unknown good "${good}"` });
  }
}
