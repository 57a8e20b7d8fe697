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
import { faultsOfRule, missingLocales, splitPlaces } from './check-references.ts';
import { compileContext, compileRule } from './compile-rule.ts';
import type { CompiledPack, Examples, Exemption, Fix, Rule } from './pack.ts';
import { faultsOfTopics, readFixes } from './read-fixes.ts';
import { readDetectors, readPictures } from './read-media.ts';
import {
  attempt,
  duplicates,
  type PackFault,
  type PackSource,
  type Path,
  read,
  readGrammar,
} from './read-source.ts';
import * as schema from './schema.ts';
import { reasonsOf, wordingsOf } from './wording.ts';

export interface PackSources {
  readonly meta: PackSource;
  readonly grammar: PackSource;
  readonly citations: PackSource;
  readonly exemptions: PackSource;
  /** Null for a pack that has none, as are fixes and what concerns pictures. */
  readonly spellings: PackSource | null;
  readonly fixes: PackSource | null;
  readonly pictures: PackSource | null;
  readonly detectors: PackSource | null;
  readonly lexicons: readonly PackSource[];
  readonly rules: readonly PackSource[];
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
  const meta = read(sources.meta, schema.packMetaSchema, faults);
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
  const citations = read(sources.citations, schema.citationFileSchema, faults)?.citations ?? [];
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
  const rules = sources.rules.flatMap((source) =>
    readRules(source, { builder, exemptions, fixOf, meta, citationIds, places }, faults),
  );
  faultsOfTopics(sources.fixes, new Set(rules.map(({ topic }) => topic)), faults);
  const sayings = {
    meta,
    language,
    citations: new Map(citations.map((citation) => [citation.id, citation])),
  };
  const pictures = readPictures(sources.pictures, rules, faults);
  const labels = readDetectors(sources.detectors, sayings, faults);
  if (faults.length > 0 || !grammar) return { faults };
  const { terms, ...vocabulary } = words.vocabulary();
  const pack: CompiledPack = {
    ...sayings,
    contentHash: sources.contentHash,
    rules,
    wordings: wordingsOf(rules, sayings),
    reasons: reasonsOf(exemptions, meta),
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
    exampleLine: (ruleId, list, index) => ({
      file: places.get(ruleId)?.file ?? '',
      line: places.get(ruleId)?.lineOf([list, index]) ?? 0,
      reason: '',
    }),
  };
}

function readExemptions(
  source: PackSource,
  { builder, meta }: Pick<RuleSurroundings, 'builder' | 'meta'>,
  faults: PackFault[],
): Map<string, Exemption> {
  const exemptions = new Map<string, Exemption>();
  const raw = read(source, schema.exemptionFileSchema, faults)?.exemptions ?? [];
  for (const [at, exemption] of raw.entries()) {
    const compiled = attempt(source, ['exemptions', at], faults, () => ({
      id: exemption.id,
      reason: exemption.reason,
      needs: exemption.needs ? compileContext(exemption.needs, builder, ['needs']) : null,
      unless: exemption.unless ? compileContext(exemption.unless, builder, ['unless']) : null,
      context: compileContext(exemption, builder, []),
    }));
    if (compiled) exemptions.set(exemption.id, compiled);
    for (const { path, reason } of missingLocales(exemption.reason, 'reason', meta))
      faults.push({ file: source.file, line: source.lineOf(['exemptions', at, ...path]), reason });
  }
  return exemptions;
}

/** Where each rule stands, and the examples written there. */
type RuleFiles = Map<string, Pick<PackSource, 'file' | 'lineOf'> & { readonly examples: Examples }>;

interface RuleSurroundings {
  readonly builder: PatternTableBuilder;
  readonly exemptions: ReadonlyMap<string, Exemption>;
  readonly fixOf: (topic: string) => Fix;
  readonly meta: schema.PackMeta;
  readonly citationIds: ReadonlySet<string>;
  /** Also tells an id that is used twice. */
  readonly places: RuleFiles;
}

function readRules(source: PackSource, around: RuleSurroundings, faults: PackFault[]): Rule[] {
  const file = read(source, schema.ruleFileSchema, faults);
  if (!file) return [];
  return file.rules.flatMap((written, at) => {
    const lineOf = (path: Path): number => source.lineOf(['rules', at, ...path]);
    const { places, rest } = splitPlaces({ ...file.defaults, ...written }, around.meta);
    const raw = read({ ...source, data: rest, lineOf }, schema.ruleSchema, faults);
    if (!raw) return [];
    for (const { path, reason } of faultsOfRule(raw, places, around)) {
      faults.push({ file: source.file, line: lineOf(path), reason });
    }
    const examples = { hit: raw.hit, miss: raw.miss };
    around.places.set(raw.id, { file: source.file, lineOf, examples });
    const { exemptions, builder, fixOf } = around;
    const only = new Map(Object.entries(places).map(([name, values]) => [name, new Set(values)]));
    const clearedBy = (tier: schema.Tier | undefined) =>
      (tier && around.meta.tiers?.[tier].clearedBy) ?? schema.clearings;
    const fix = fixOf(file.topic);
    const parts = { patterns: builder, exemptions, topic: file.topic, fix, only, clearedBy };
    const rule = attempt({ ...source, lineOf }, [], faults, () => compileRule(raw, parts));
    return rule ? [rule] : [];
  });
}
