import type { NoticeHit, NoticeIndustry } from '@redline/contracts';
import { languages } from '../language/languages.ts';
import type { PackMeta } from '../pack/meta-schema.ts';
import type { CompiledPack, Context } from '../pack/pack.ts';
import type { PatternList } from '../patterns/pattern-table.ts';
import type { Scanner } from '../patterns/scan-text.ts';
import { termScan } from '../patterns/term-scan.ts';

/** A notice as the pack defines it. */
export interface Notice
  extends Pick<
    NoticeHit,
    | 'id'
    | 'industryLabel'
    | 'mechanism'
    | 'severity'
    | 'requiredCredentials'
    | 'userHint'
    | 'sourceNote'
    | 'effectiveFrom'
    | 'dismissKey'
    | 'dismissable'
  > {
  /** Null for one that a product line calls for. */
  readonly industry: NoticeIndustry | null;
  readonly productLine: string | null;
  /** Null where it holds on every platform. */
  readonly platforms: ReadonlySet<string> | null;
}

/** The keywords by which an industry is found in a text. */
export interface Keywords {
  readonly industry: NoticeIndustry;
  /** Words that offer something of the industry by themselves. */
  readonly offers: PatternList;
  /** Words that only name something of it. */
  readonly names: PatternList;
  readonly offering: PatternList;
  readonly unless: Context | null;
  /** Frames in which they are meant all the same, by their reasons. */
  readonly standsIn: ReadonlySet<string>;
}

/** The notices of a site and their keywords: plain data. */
export interface NoticePack {
  readonly notices: readonly Notice[];
  readonly keywords: readonly Keywords[];
  /** Ways of offering that are common to all industries. */
  readonly offering: PatternList;
  /** Words that make a name right before them an attribute of something else. */
  readonly modified: PatternList;
  readonly frames: readonly { readonly reason: string; readonly context: Context }[];
  /** Product lines whose texts tell stories. */
  readonly storyLines: ReadonlySet<string>;
  /** The parts of a pack that scanning a text for them needs. */
  readonly reading: Pick<CompiledPack, 'vocabulary' | 'grammar' | 'patterns' | 'terms' | 'sounds'>;
  readonly language: PackMeta['language'];
}

/** Notices ready to be looked for. */
export interface NoticeBook extends Omit<NoticePack, 'reading'> {
  readonly reader: Scanner & { readonly pack: Pick<CompiledPack, 'grammar'> };
}

/** Makes notices ready; once, then shared by all texts. */
export function noticeBookOf({ reading, ...pack }: NoticePack): NoticeBook {
  const read = { ...reading, language: languages[pack.language] };
  return { ...pack, reader: { pack: read, scan: termScan(read) } };
}
