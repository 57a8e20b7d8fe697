import type { ProductVertical, SceneMode, Scope } from '@redline/contracts';

/** A text in every locale of its site. */
export type Localized = Readonly<Record<string, string>>;

const detectors = ['text', 'codes', 'nudity', 'vision', 'transcription', 'audio_moderation'] as const;

/** What looks at a picture or listens to a voiceover. */
export type Detector = (typeof detectors)[number];

/** Whether a detector has looked: nothing unchecked is ever reported as checked. */
export interface Coverage {
  readonly detector: Detector;
  readonly status: 'ran' | 'not_configured' | 'failed';
  /** Where it saw less than all. */
  readonly looked?: Looked;
}

/** Of how many pages or frames a detector saw how many. */
export interface Looked {
  readonly seen: number;
  readonly total: number;
}

/** What is said of a detector that was to look: how much of it all it saw, unless it saw all or nothing. */
export function coverageOf(
  detector: Detector,
  status: Coverage['status'],
  { seen, total }: Looked,
): Coverage {
  const isPart = status !== 'not_configured' && seen < total;
  return isPart ? { detector, status, looked: { seen, total } } : { detector, status };
}

/** Of a video that nothing here can decode. */
export const nothingConfigured: readonly Coverage[] = detectors.map((detector) => ({
  detector,
  status: 'not_configured',
}));

/** What a detector found, in every locale. */
export interface Detection {
  readonly detector: Detector;
  /** Of the site's `frameTypes` or `detectTypes`. */
  readonly types: readonly string[];
  readonly tier: 'STRICT' | 'SOFT';
  readonly severity: 'high' | 'medium' | 'low';
  readonly tierLabel: Localized | null;
  readonly tierReason: Localized | null;
  /** What is shown: the category and, for words, the words. */
  readonly description: Localized;
  readonly matchedText: string | null;
  /** Null of what no rule has found. Missing where it was stored before it was kept, as are the two below. */
  readonly ruleId?: string | null;
  /** What to do about it. */
  readonly suggestion?: Localized | null;
  readonly legalRef?: Localized | null;
}

/** Where a picture or a video is published, and what is asked of it. */
export interface Ask {
  readonly scope: Scope;
  readonly requestId: string;
  readonly platform: string;
  readonly vertical: string;
  /** Null but on the main site, as is the scene. */
  readonly productVertical: ProductVertical | null;
  readonly sceneMode: SceneMode | null;
  /** `detectTypes` or `frameTypes` asked for; null is all of them. */
  readonly types: readonly string[] | null;
  readonly audioTypes: readonly string[] | null;
}
