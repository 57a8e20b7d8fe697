import { languages } from '../language/languages.ts';
import type { RawCitation } from '../pack/citation-schema.ts';
import { compileAll, compileContext } from '../pack/compile-rule.ts';
import { packMetaSchema } from '../pack/meta-schema.ts';
import type { CompiledPack } from '../pack/pack.ts';
import { readCitations } from '../pack/read-citations.ts';
import {
  attempt,
  duplicates,
  type PackFault,
  type PackSource,
  read,
  readGrammar,
} from '../pack/read-source.ts';
import { lexiconFileSchema } from '../patterns/lexicon-schema.ts';
import { expandLexicons } from '../patterns/lexicons.ts';
import { type PatternTableBuilder, patternTableBuilder } from '../patterns/pattern-table.ts';
import { soundTableOf } from '../patterns/sound-table.ts';
import { type RawSpelling, spellingFileSchema } from '../patterns/spelling-schema.ts';
import { spellerOf } from '../patterns/spellings.ts';
import { termTableOf } from '../patterns/term-scan.ts';
import { plainTerms, termKey } from '../patterns/terms.ts';
import { vocabularyBuilder } from '../patterns/vocabulary.ts';
import { faultsOfNotices } from './check-notices.ts';
import type { Keywords, Notice, NoticePack } from './notice-book.ts';
import {
  confirmationSchema,
  keywordFileSchema,
  noticeFileSchema,
  type RawKeywords,
  type RawNotice,
} from './schema.ts';

export interface NoticeSources {
  /** `pack.yaml` of the site: platforms and product lines are its dimensions. */
  readonly meta: PackSource;
  readonly grammar: PackSource;
  readonly spellings: PackSource | null;
  readonly lexicons: readonly PackSource[];
  readonly notices: PackSource;
  /** Lexicons of the site's pack, and of its notices. */
  readonly citations: readonly PackSource[];
  readonly laws: PackSource;
  readonly confirmation: PackSource;
  readonly keywords: readonly PackSource[];
}

/** An industry's own examples, and the line each stands on. */
export interface NoticeExamples extends Pick<RawKeywords, 'industry' | 'hit' | 'dropped'> {
  readonly file: string;
  readonly lineOf: PackSource['lineOf'];
}

export interface CompiledNotices {
  readonly pack: NoticePack;
  readonly examples: readonly NoticeExamples[];
}

/** Validates and compiles the notices of a site. Pure; never throws for what stands in the files. */
export function compileNotices(
  sources: NoticeSources,
): CompiledNotices | { readonly faults: readonly PackFault[] } {
  const faults: PackFault[] = [];
  const meta = read(sources.meta, packMetaSchema, faults);
  const raw = read(sources.notices, noticeFileSchema, faults)?.notices ?? [];
  const citations = readCitations(sources.citations, sources.laws, faults);
  const confirmation = read(sources.confirmation, confirmationSchema, faults);
  const spellings = (sources.spellings && read(sources.spellings, spellingFileSchema, faults)) ?? {
    spellings: [],
  };
  const words = meta && vocabularyOf(sources.lexicons, spellings.spellings, languages[meta.language], faults);
  if (!meta || !confirmation || !words) return { faults };
  const builder = patternTableBuilder(words.classOf, languages[meta.language].gapMax);
  const grammar = readGrammar(sources.grammar, builder, faults);
  const keywords = sources.keywords.flatMap((source) => readKeywords(source, builder, faults));
  const common = attempt(sources.confirmation, [], faults, () => ({
    offering: compileAll(confirmation.offering, builder, ['offering']),
    modified: compileAll(confirmation.modified, builder, ['modified']),
    storyLines: new Set(confirmation.storyLines),
    frames: Object.entries(confirmation.frames).map(([reason, context]) => ({
      reason,
      context: compileContext(context, builder, ['frames', reason]),
    })),
  }));
  duplicates(
    [...raw, ...citations].map(({ id }) => id),
    sources.notices,
    faults,
  );
  const industries = keywords.map(({ compiled }) => compiled.industry);
  faults.push(
    ...faultsOfNotices(sources.notices, raw, { citations, industries, dimensions: meta.dimensions }),
  );
  if (faults.length > 0 || !grammar || !common) return { faults };
  const { terms, ...vocabulary } = words.vocabulary();
  const known = new Map(citations.map((citation) => [citation.id, citation]));
  const { sounds } = languages[meta.language];
  const reading: NoticePack['reading'] = {
    vocabulary,
    grammar,
    patterns: builder.table(vocabulary.classCount),
    terms: termTableOf({ ...vocabulary, terms }),
    sounds: sounds && soundTableOf(spellings, plainTerms(terms), sounds),
  };
  const notices = raw.map((notice) => noticeOf(notice, known));
  return {
    pack: {
      ...common,
      notices,
      reading,
      language: meta.language,
      keywords: keywords.map(({ compiled }) => compiled),
    },
    examples: keywords.map(({ examples }) => examples),
  };
}

function vocabularyOf(
  lexicons: readonly PackSource[],
  spellings: readonly RawSpelling[],
  language: CompiledPack['language'],
  faults: PackFault[],
) {
  const raw = lexicons.flatMap((source) => read(source, lexiconFileSchema, faults)?.lexicons ?? []);
  const opaque = raw.flatMap(({ id, opaque: isOpaque }) => (isOpaque ? [id] : []));
  const [first] = lexicons;
  if (!first) return null;
  duplicates(
    raw.map(({ id }) => id),
    first,
    faults,
  );
  return attempt(first, [], faults, () =>
    vocabularyBuilder(
      expandLexicons(raw, language.inflection),
      language,
      spellerOf(spellings, termKey),
      opaque,
    ),
  );
}

interface ReadKeywords {
  readonly compiled: Keywords;
  readonly examples: NoticeExamples;
}

function readKeywords(source: PackSource, builder: PatternTableBuilder, faults: PackFault[]): ReadKeywords[] {
  const raw = read(source, keywordFileSchema, faults);
  if (!raw) return [];
  const compiled = attempt(source, [], faults, () => ({
    industry: raw.industry,
    offers: compileAll(raw.offers, builder, ['offers']),
    names: compileAll(raw.names, builder, ['names']),
    offering: compileAll(raw.offering, builder, ['offering']),
    standsIn: new Set(raw.standsIn),
    unless: raw.unless ? compileContext(raw.unless, builder, ['unless']) : null,
  }));
  const { industry, hit, dropped } = raw;
  const examples = { industry, hit, dropped, file: source.file, lineOf: source.lineOf };
  return compiled ? [{ compiled, examples }] : [];
}

function noticeOf(raw: RawNotice, citations: ReadonlyMap<string, RawCitation>): Notice {
  const sources = raw.citations.flatMap((id) => citations.get(id) ?? []);
  return {
    id: raw.id,
    industry: raw.industry ?? null,
    productLine: raw.productLine ?? null,
    platforms: raw.platforms ? new Set(raw.platforms) : null,
    industryLabel: raw.label,
    mechanism: raw.mechanism,
    severity: raw.severity,
    requiredCredentials: raw.credentials,
    userHint: raw.userHint,
    sourceNote: sources.map(({ name, article }) => `${name}${article}`).join('；'),
    effectiveFrom: sources[0]?.inForceFrom ?? '',
    dismissKey: `${raw.mechanism}:${raw.label}`,
    dismissable: raw.mechanism !== 'prohibited',
  };
}
