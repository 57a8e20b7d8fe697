import {
  type Coverage as AnyCoverage,
  type Localized as AnyLocalized,
  type Detector,
  detectors,
  type EvaluatedFinding,
  type LocalizedPrecedent,
  type PictureBox,
  type ProductVertical,
  type RiskTier,
  type SceneMode,
  type Scope,
  type Severity,
  type TextRecognizerName,
  textRecognizers,
} from '@redline/contracts';

/** A text in every locale of its site. */
export type Localized = Readonly<AnyLocalized>;

/** The name of a detector, as `coverage` shows it. */
export type DetectorName = Detector;

/** The status of one detector: nothing unchecked is ever reported as checked. */
export type Coverage = Readonly<AnyCoverage>;

/** How many of the pages or frames of a file a detector was given, or found like one that it was given. */
export interface CheckedParts {
  readonly seen: number;
  readonly total: number;
}

/** Returns the names of recognizers, each once, in the order in which `coverage` has them. */
const namesOf = (recognizers: Iterable<TextRecognizerName>): TextRecognizerName[] => {
  const named = new Set(recognizers);
  return textRecognizers.filter((name) => named.has(name));
};

/**
 * Returns the coverage of one detector; with the number of parts if it ran on some of them only.
 * @param recognizers which recognizers of text it used; none of other detectors
 */
export function coverageOf(
  detector: DetectorName,
  status: Coverage['status'],
  { seen, total }: CheckedParts,
  recognizers: Iterable<TextRecognizerName> = [],
): Coverage {
  const isPart = status !== 'not_configured' && seen < total;
  const names = namesOf(recognizers);
  return {
    detector,
    status,
    ...(isPart ? { looked: { seen, total } } : {}),
    ...(names.length > 0 ? { recognizers: names } : {}),
  };
}

/** The coverage of a video that this installation cannot decode. */
export const nothingConfigured: readonly Coverage[] = detectors.map((detector) => ({
  detector,
  status: 'not_configured',
}));

/** A finding of the rules, with the precedents that it names. */
export interface FoundInWords extends Omit<EvaluatedFinding, 'precedentIds'> {
  readonly precedents?: readonly LocalizedPrecedent[];
}

/** A finding of a detector, in every locale. */
export interface Detection {
  readonly detector: DetectorName;
  /** The `frameTypes` or `detectTypes` of the site that it belongs to. */
  readonly types: readonly string[];
  readonly tier: RiskTier;
  readonly severity: Severity;
  readonly tierLabel: Localized | null;
  readonly tierReason: Localized | null;
  /** The category and, for words, the words. */
  readonly description: Localized;
  readonly matchedText: string | null;
  /** Null if no rule found it. Absent from rows that are older than the field, as are the two below. */
  readonly ruleId?: string | null;
  /** How to fix it. */
  readonly suggestion?: Localized | null;
  readonly legalRef?: Localized | null;
  /** Cases like it that agencies decided; none of what is no text. */
  readonly precedents?: readonly LocalizedPrecedent[];
  /** Where it is, in pixels of the picture as it is shown; absent from rows that are older than the field. */
  readonly boxes?: readonly PictureBox[];
  /** The time for which its words stand in the video; only of words in a caption, and absent from older rows. */
  readonly shown?: { readonly startSeconds: number; readonly endSeconds: number };
  /** An earlier frame shows the same caption with it. */
  readonly isRepeated?: true;
}

/** The context of a check: whose it is, where the image or video is published, and what is to be found. */
export interface CheckRequest {
  readonly scope: Scope;
  readonly requestId: string;
  readonly platform: string;
  readonly vertical: string;
  /** Null except on the main site, as is the scene. */
  readonly productVertical: ProductVertical | null;
  readonly sceneMode: SceneMode | null;
  /** The `detectTypes` or `frameTypes` asked for; null for all. */
  readonly types: readonly string[] | null;
  readonly audioTypes: readonly string[] | null;
}
