import type { LocalizedPrecedent } from '@redline/contracts';
import type { Language } from '../language/language.ts';
import type { PatternList, PatternTable } from '../patterns/pattern-table.ts';
import type { SoundTable } from '../patterns/sound-table.ts';
import type { TermTable } from '../patterns/term-scan.ts';
import type { Vocabulary } from '../patterns/vocabulary.ts';
import type { RawCitation } from './citation-schema.ts';
import type { DimensionValues } from './dimensions.ts';
import type { GrammarCue } from './grammar-schema.ts';
import type { PackMeta } from './meta-schema.ts';
import type { RawExample, ReviewDrop } from './rule-schema.ts';
import type { Clearing, Tier } from './schema.ts';

/** A text in each locale of the pack. */
export type Localized = Readonly<Record<string, string>>;
export type Severity = 'high' | 'medium' | 'low';
export type RiskKind = 'violation' | 'scene-hint';

/** The texts of a rule's findings, in every locale of the pack. */
export interface Wording {
  readonly category: Localized;
  readonly suggestion: Localized;
  readonly legalRef: Localized;
  /** Null by a pack without tiers. */
  readonly tierReason: Localized | null;
  /** The statement to add where one is missing. */
  readonly insert: Localized | null;
}

export interface Context {
  /** Patterns that share a word with the match. */
  readonly overlapping: PatternList;
  readonly sentence: PatternList;
  readonly nearby: PatternList;
  /** So many sentences before and behind. */
  readonly within: { readonly sentences: number; readonly patterns: PatternList } | null;
  readonly text: PatternList;
  /** Contexts that must hold besides. */
  readonly also: readonly Context[];
}

/** One way of being lawful; an exemption of several has an entry for each, of the same id. */
export interface Exemption {
  readonly id: string;
  readonly reason: Localized;
  /** A context that must hold besides; null when `context` is enough. */
  readonly needs: Context | null;
  /** Contexts in which it does not apply. */
  readonly unless: readonly Context[];
  readonly context: Context;
}

/** The way in which a rule finds matches; one shape per kind. */
export type Finder =
  | { readonly kind: 'patterns'; readonly patterns: PatternList }
  | {
      readonly kind: 'near';
      readonly sets: readonly PatternList[];
      readonly window: { readonly words: number } | { readonly sentences: number } | 'text';
      readonly ordered: boolean;
      readonly report: 'all' | number;
      readonly without: PatternList;
    }
  | {
      readonly kind: 'missing';
      readonly when: PatternList;
      readonly requires: PatternList;
      readonly insert: Localized;
    }
  | { readonly kind: 'regex'; readonly expressions: readonly RegExp[]; readonly gate: readonly string[] }
  | ({ readonly kind: 'implied' } & ImpliedFinder)
  | { readonly kind: 'learned' }
  /** Finds by the claims that the reader reads: the finder of a policy row. */
  | { readonly kind: 'claim' };

/** Found by the reviewer: what a text names in one place (`subject`), and how it ends in another. */
export interface ImpliedFinder {
  readonly subject: PatternList;
  /** In whose sentence a subject is only mentioned. */
  readonly neutral: PatternList;
  /** Endings that speak for themselves. */
  readonly outcome: PatternList;
  readonly signs: readonly Sign[];
  /** Weight that an ending, its time and the story around it must reach together. */
  readonly threshold: number;
  /** The most sentences between a subject and its ending. */
  readonly sentences: number;
}

/**
 * A sign of a told recovery: in the ending itself, in its time, in the story around it, or of what the ending is
 * credited to, of which there must be at least one.
 */
export interface Sign {
  readonly weight: number;
  readonly at: 'result' | 'time' | 'story' | 'credit';
  readonly patterns: PatternList;
}

/** Words that can be said in other words, wherever they stand. */
export interface Swap {
  readonly patterns: PatternList;
  /** Choices, of which one that the text did not get yet is taken. */
  readonly with: readonly string[];
}

/** The ways to put a finding right, before its clause or sentence goes. */
export interface Fix {
  readonly swaps: readonly Swap[];
  /** Extent of the cut: the matched words alone from a title, their clause or sentence, or the text that offers it. */
  readonly cut: 'words' | 'sentence' | 'text';
}

export interface Rule {
  readonly id: string;
  /** Id of the wording that its findings are rendered with; rules that say the same share one. */
  readonly wordingId: string;
  /** By the id of a policy row of its topic: the wording where the law for what is sold is that row's. */
  readonly wordingIdByRow: ReadonlyMap<string, string>;
  readonly topic: string;
  readonly severity: Severity;
  readonly risk: RiskKind;
  /** Null in a pack without tiers. */
  readonly tier: Tier | null;
  readonly tierReason: Localized | null;
  /** The places where it applies; every value of a dimension that it does not name. */
  readonly only: DimensionValues;
  /** The places where it is a scene hint instead of a violation. */
  readonly hintIn: DimensionValues;
  readonly where: 'anywhere' | 'title';
  readonly category: Localized;
  readonly suggestion: Localized;
  readonly citations: readonly string[];
  readonly needs: Context | null;
  /** In a slogan, which leaves out what it speaks of, `needs` is presumed. */
  readonly presumed: boolean;
  readonly unless: Context | null;
  readonly exemptions: readonly Exemption[];
  readonly clearedBy: ReadonlySet<Clearing>;
  readonly reviewMayDrop: ReviewDrop;
  /** Found only where the words are disguised. */
  readonly disguised: boolean;
  readonly span: 'hit' | 'clause' | 'sentence';
  readonly finder: Finder;
  readonly fix: Fix;
}

/** A row of the policy table: what the law of the site says of a claim, given what is sold, where, and beside which claims. */
export interface PolicyRow {
  readonly id: string;
  readonly outcome: Outcome;
  /** Claim types; any of them is enough. */
  readonly claims: ReadonlySet<string>;
  /** Names of goods; empty for anything. */
  readonly sold: ReadonlySet<string>;
  /** Claim types, of which one must be made in the same text; empty where none need be. */
  readonly beside: ReadonlySet<string>;
  /** The places that the row itself names, by which it is more specific than others. */
  readonly places: DimensionValues;
  /** The places where it applies: its own and its topic's. */
  readonly only: DimensionValues;
  /** Words that must stand there; null where none need to. */
  readonly needs: Context | null;
  /** The rule by which it reports; null for a lawful row. */
  readonly rule: Rule | null;
}
export type Outcome = 'violation' | 'hint' | 'lawful';

/** The settings of a topic for words on pictures. */
export interface PictureTopic {
  /** The types of a finding, by the contract's names (`OCR`, `AD`, …). */
  readonly types: readonly string[];
  /** Replaces the tier of the rules; null where theirs holds. */
  readonly tier: Tier | null;
  /** Ids of rules of the topic that do not apply to pictures. */
  readonly without: ReadonlySet<string>;
}

/** Something that may be seen on a picture, and what it means on this site, in every locale of the pack. */
export interface DetectorLabel {
  readonly label: string;
  /** For a vision model, in English. */
  readonly about: string;
  readonly types: readonly string[];
  readonly tier: Tier;
  readonly severity: Severity;
  readonly category: Localized;
  readonly description: Localized;
  /** Advice on what to do about it. */
  readonly suggestion: Localized;
  /** Null by a pack without tiers. */
  readonly tierReason: Localized | null;
  readonly legalRef: Localized | null;
}

/** A case that an agency decided, and what tells which findings it is like. */
export interface Precedent {
  /** Id of its texts, by which findings name it; it follows from the texts, as that of a wording does. */
  readonly id: string;
  readonly texts: LocalizedPrecedent;
  /** Differs between respondents, and tells nothing of them. */
  readonly respondent: string;
  /** Name of the goods that were sold, of the claim types' list. */
  readonly sold: string;
  /** Where it was published, as far as that says what was sold: a value of a dimension by its name. */
  readonly where: Readonly<Record<string, string>>;
  /** The words of the claim, in every locale. */
  readonly words: readonly string[];
}

/** The examples of a rule's author: texts that it finds, and texts that it does not. */
export interface Examples {
  readonly hit: readonly RawExample[];
  readonly miss: readonly RawExample[];
}

export interface CompiledPack {
  readonly meta: PackMeta;
  readonly language: Language;
  /** SHA-256 over the pack's files; every record carries it. */
  readonly contentHash: string;
  /** Those of policy rows come last. */
  readonly rules: readonly Rule[];
  readonly policy: readonly PolicyRow[];
  readonly citations: ReadonlyMap<string, RawCitation>;
  /** The texts of findings, by wording id; joined to findings when a record is rendered. */
  readonly wordings: ReadonlyMap<string, Wording>;
  /** Why hits are let pass, by what took them back; `{category}` stands for what they looked like. */
  readonly reasons: ReadonlyMap<string, Localized>;
  /** By topic: its precedents, the newest first. */
  readonly precedents: ReadonlyMap<string, readonly Precedent[]>;
  /** By topic: those that apply to words on pictures. */
  readonly pictures: ReadonlyMap<string, PictureTopic>;
  readonly labels: readonly DetectorLabel[];
  /** Words that patterns know, by which words written together on a picture are told apart; empty where none are spaced. */
  readonly pictureWords: string;
  readonly grammar: Readonly<Record<GrammarCue, PatternList>>;
  readonly vocabulary: Omit<Vocabulary, 'terms'>;
  /** The terms that fill the classes of the vocabulary. */
  readonly terms: TermTable;
  /** The sounds of those terms; null for a language that is written in letters. */
  readonly sounds: SoundTable | null;
  /** Every pattern of the rules, exemptions and grammar. */
  readonly patterns: PatternTable;
}
