import { boxesMax, type EvaluatedLabel, type PictureBox, severityRanks } from '@redline/contracts';
import { clipWords } from '../clip-words.ts';
import type { CheckRequest, Detection, DetectorName, FoundInWords, Localized } from '../detection.ts';
import { joinBoxes } from './boxes.ts';
import { nudityLabel } from './nudity.ts';

/** A label of the site's pack that a detector assigned, and the words that belong to it, such as those of a code. */
export interface DetectedLabel {
  readonly detector: DetectorName;
  readonly label: string;
  readonly words: string | null;
}

/** A detected label, and where on the picture it is. */
export interface PlacedLabel extends DetectedLabel {
  readonly page: number;
  /** None of a label that is about the whole page. */
  readonly boxes: readonly PictureBox[];
}

/** The labels of QR codes and barcodes. */
export const codeLabels = { matrix: 'qr-code', bars: 'barcode' } as const;
const ofOtherDetectors: ReadonlySet<string> = new Set([...Object.values(codeLabels), nudityLabel]);

/** Tells whether a vision model is asked about a label: other detectors assign theirs more reliably. */
export const isForVisionModel = (label: string): boolean => !ofOtherDetectors.has(label);

/** Tells whether a finding of these types is rendered for a check that asks for some types. */
export const isWanted = (found: readonly string[], types: CheckRequest['types']): boolean =>
  types === null || found.some((type) => types.includes(type));

/** The findings in words that a detector read on a page. */
export interface EvaluatedPassage {
  readonly detector: DetectorName;
  readonly page: number;
  readonly findings: readonly (FoundInWords & { readonly boxes: readonly PictureBox[] })[];
}

/**
 * Merges findings in words and detected labels to one list: worst first, each once however often it was found, and only
 * of the types that the check asks for. Its boxes are all those that it has on the page of the one that is listed.
 * @param evaluated the meaning of labels on the site; a label that is missing here is no risk to the site
 */
export function detectionsOf(
  passages: readonly EvaluatedPassage[],
  detected: readonly PlacedLabel[],
  evaluated: readonly EvaluatedLabel[],
  types: CheckRequest['types'],
): readonly Detection[] {
  const known = new Map(evaluated.map((label) => [label.label, label]));
  const found = [
    ...passages.flatMap(({ detector, page, findings }) =>
      findings.map((finding) => ({ key: finding.topic, page, detection: ofFinding(detector, finding) })),
    ),
    ...detected.flatMap((one) => {
      const label = known.get(one.label);
      return label ? [{ key: one.label, page: one.page, detection: ofLabel(one, label) }] : [];
    }),
  ];
  const once = new Map<string, Found>();
  for (const one of found.sort((a, b) => rankOfDetection(b.detection) - rankOfDetection(a.detection))) {
    const { key, page, detection } = one;
    if (!isWanted(detection.types, types)) continue;
    const words = detection.matchedText?.normalize('NFKC').toLowerCase().replace(/\s+/gu, '') ?? '';
    const name = `${key}\n${words}`;
    const listed = once.get(name);
    if (!listed) once.set(name, one);
    else if (listed.page === page) once.set(name, withBoxesOf(listed, detection));
  }
  return [...once.values()].map(({ detection }) => detection);
}

interface Found {
  readonly page: number;
  readonly detection: Detection;
}

const withBoxesOf = ({ page, detection }: Found, { boxes = [] }: Detection): Found => ({
  page,
  detection: { ...detection, boxes: joinBoxes(detection.boxes ?? [], boxes, boxesMax) },
});

const ofFinding = (detector: DetectorName, finding: EvaluatedPassage['findings'][number]): Detection => ({
  detector,
  types: finding.types,
  tier: finding.tier,
  severity: finding.severity,
  tierLabel: finding.tierLabel,
  tierReason: finding.tierReason,
  description: withWords(finding.category, finding.matchedText),
  matchedText: finding.matchedText,
  ruleId: finding.ruleId,
  suggestion: finding.suggestion,
  legalRef: finding.legalRef,
  precedents: finding.precedents ?? [],
  boxes: joinBoxes(finding.boxes, [], boxesMax),
});

const ofLabel = ({ detector, words, boxes }: PlacedLabel, label: EvaluatedLabel): Detection => ({
  detector,
  types: label.types,
  tier: label.tier,
  // The detector of nudity is often wrong, so it asks for a review and never rejects, whatever the pack says.
  severity: label.label === nudityLabel ? 'low' : label.severity,
  tierLabel: label.tierLabel ?? null,
  tierReason: label.tierReason,
  description: words === null ? label.description : withWords(label.description, words),
  matchedText: words,
  ruleId: null,
  suggestion: label.suggestion ?? null,
  legalRef: label.legalRef,
  boxes,
});

/** Appends the words of a finding to its category, in the quotation marks of each locale. */
function withWords(category: Localized, words: string): Localized {
  const line = clipWords(words).replace(/\s*\n\s*/g, ' ');
  return Object.fromEntries(
    Object.entries(category).map(([locale, text]) => {
      const head = text.replace(/[.。]$/u, '');
      return [locale, locale.startsWith('zh') ? `${head}：“${line}”` : `${head}: “${line}”`];
    }),
  );
}

/** Returns how bad a finding is: lists have the worst first. */
export const rankOfDetection = ({ tier, severity }: Detection): number =>
  (tier === 'STRICT' ? 10 : 0) + severityRanks[severity];
