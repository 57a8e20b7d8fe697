import { type EvaluatedFinding, type EvaluatedLabel, severityRanks } from '@redline/contracts';
import { shownWords } from '../clip-words.ts';
import type { Ask, Detection, Detector, Localized } from '../detection.ts';
import { isWanted } from './asked.ts';
import { nudityLabel } from './nudity.ts';

/** Something that a detector names by a label of the pack, with the words that tell more, such as those of a code. */
export interface Sighting {
  readonly detector: Detector;
  readonly label: string;
  readonly words: string | null;
}

/** Labels of detectors that are surer of what they name than any model's eyes. */
export const codeLabels = { matrix: 'qr-code', bars: 'barcode' } as const;
const namedByOthers: ReadonlySet<string> = new Set([...Object.values(codeLabels), nudityLabel]);

/** Whether a label is what a vision model is asked about. */
export const isForEyes = (label: string): boolean => !namedByOthers.has(label);

/** Words that were judged, and who brought them. */
export interface JudgedPassage {
  readonly detector: Detector;
  readonly findings: readonly EvaluatedFinding[];
}

/**
 * Makes one list of what detectors saw and what the rules say of it: worst first, each thing once however often it was
 * seen, and only of the types that the check asks for.
 * @param labels what the pack says of labels; what it does not know is no risk to this site
 */
export function detectionsOf(
  passages: readonly JudgedPassage[],
  sightings: readonly Sighting[],
  labels: readonly EvaluatedLabel[],
  types: Ask['types'],
): readonly Detection[] {
  const known = new Map(labels.map((label) => [label.label, label]));
  const found = [
    ...passages.flatMap(({ detector, findings }) =>
      findings.map((finding) => ({ key: finding.topic, detection: ofFinding(detector, finding) })),
    ),
    ...sightings.flatMap((sighting) => {
      const label = known.get(sighting.label);
      return label ? [{ key: sighting.label, detection: ofSighting(sighting, label) }] : [];
    }),
  ];
  const once = new Map<string, Detection>();
  for (const { key, detection } of found.sort((a, b) => weight(b.detection) - weight(a.detection))) {
    const words = detection.matchedText?.normalize('NFKC').toLowerCase().replace(/\s+/gu, '') ?? '';
    const name = `${key}\n${words}`;
    if (!once.has(name) && isWanted(detection.types, types)) once.set(name, detection);
  }
  return [...once.values()];
}

const ofFinding = (detector: Detector, finding: EvaluatedFinding): Detection => ({
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
});

const ofSighting = ({ detector, words }: Sighting, label: EvaluatedLabel): Detection => ({
  detector,
  types: label.types,
  tier: label.tier,
  // An indicator that is often wrong asks for a second look and condemns nothing, whatever a pack says.
  severity: label.label === nudityLabel ? 'low' : label.severity,
  tierLabel: label.tierLabel ?? null,
  tierReason: label.tierReason,
  description: words === null ? label.description : withWords(label.description, words),
  matchedText: words,
  ruleId: null,
  suggestion: label.suggestion ?? null,
  legalRef: label.legalRef,
});

/** A category followed by the words it is about, in the marks of each locale. */
function withWords(category: Localized, words: string): Localized {
  const line = shownWords(words).replace(/\s*\n\s*/g, ' ');
  return Object.fromEntries(
    Object.entries(category).map(([locale, text]) => {
      const said = text.replace(/[.。]$/u, '');
      return [locale, locale.startsWith('zh') ? `${said}：“${line}”` : `${said}: “${line}”`];
    }),
  );
}

const weight = ({ tier, severity }: Detection): number =>
  (tier === 'STRICT' ? 10 : 0) + severityRanks[severity];
