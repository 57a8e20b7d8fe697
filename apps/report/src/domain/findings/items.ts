import { type PictureBox, type Precedent, riskTiers, severities } from '@redline/contracts';
import { cleaned, phrase, quoted, type Span } from '../wording.ts';
import { citationsIn, citationsOf } from './citations.ts';
import type { Findings, FrameFinding } from './findings.ts';
import { piecesOf } from './pieces.ts';

type Risk = Findings['transcriptRisks'][number];
type CustomRisk = Findings['customTranscriptRisks'][number];
type Tier = Risk['tier'];

/** One finding of a report; the record may have it several times. */
export interface Item {
  /** Its name in the report: `画面1`. */
  readonly label: string;
  /** Null if the record has only the tier of a frame's most severe finding, and this is another one. */
  readonly tier: Tier | null;
  readonly tierLabel: string | null;
  readonly severity: Risk['severity'] | null;
  /** In order of time. */
  readonly spans: readonly Span[];
  /** Its name within a sentence. */
  readonly subject: string;
  /** Without punctuation at its end. */
  readonly reason: string | null;
  /** Each law and article separately. */
  readonly citations: readonly string[];
  /** Cases like it that agencies decided, the most alike first. */
  readonly precedents: readonly Precedent[];
}

/** A finding on frames; `frames` is their number. */
export interface VisualItem extends Item {
  readonly frames: number;
  /** Words on the picture, not an object. */
  readonly isText: boolean;
  /** Empty if the record has none. */
  readonly suggestion: string;
  /** Where it is on the first frame that has a place of it; null without one. */
  readonly place: { readonly timeSeconds: number; readonly boxes: readonly PictureBox[] } | null;
}

export interface SpokenItem extends Item {
  readonly kind: Risk['kind'];
  /** The sentences that contain it, each once. */
  readonly sentences: readonly string[];
  readonly suggestion: string;
  /** Empty: to be deleted. */
  readonly replacement: string | null;
  readonly isDrift: boolean;
}

/** A custom word of the account; it never counts toward the verdict. */
export interface CustomItem {
  readonly label: string;
  readonly spans: readonly Span[];
  readonly subject: string;
  /** Empty or null: without a replacement. */
  readonly replacement: string | null;
  readonly note: string | null;
}

/** All findings of a record, each once, numbered in reading order. */
export interface Items {
  readonly visual: readonly VisualItem[];
  readonly audio: readonly Item[];
  readonly spoken: readonly SpokenItem[];
  readonly custom: readonly CustomItem[];
}

/** Merges the findings of a record to the items of a report. The same findings always give the same items. */
export const itemsOf = (findings: Findings): Items => ({
  visual: numbered('画面', visualItemsIn(findings.frames)),
  audio: numbered('声音', findings.audios.map(audioItemOf)),
  spoken: numbered('口播', spokenItemsIn(findings.transcriptRisks)),
  custom: customItemsIn(findings.customTranscriptRisks).map((item, place) => ({
    label: `自定义词${place + 1}`,
    ...item,
  })),
});

/** Returns the items that count toward the verdict or reduce reach, in the order of the sections. */
export const allItems = ({ visual, audio, spoken }: Items): readonly Item[] => [
  ...visual,
  ...audio,
  ...spoken,
];

const rankIn = (order: readonly string[], value: string | null): number =>
  value === null ? order.length : order.indexOf(value);

/** Sorts items by severity, then by time, and numbers them. */
function numbered<T extends Omit<Item, 'label'>>(name: string, items: readonly T[]) {
  const sorted = items.toSorted(
    (a, b) => mostSevereFirst(a, b) || (a.spans[0]?.start ?? 0) - (b.spans[0]?.start ?? 0),
  );
  return sorted.map((item, place) => ({ ...item, label: `${name}${place + 1}` }));
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return [...groups.values()];
}

const byStart = <T extends { readonly start: number }>(spans: readonly T[]): readonly T[] =>
  spans.toSorted((a, b) => a.start - b.start);

type Frame = Findings['frames'][number];
/** A frame, and which one it is in order of time. */
type PlacedFrame = Pick<Frame, 'timeSeconds'> & { readonly place: number };

/** One finding on one frame; fields that older records lack are null. */
type FrameEntry = Pick<
  FrameFinding,
  'description' | 'tierLabel' | 'tierReason' | 'suggestion' | 'legalRef' | 'startSeconds' | 'endSeconds'
> & {
  readonly tier: Tier | null;
  readonly severity: Risk['severity'] | null;
  readonly isText: boolean;
  readonly precedents?: readonly Precedent[] | undefined;
  readonly boxes?: readonly PictureBox[] | undefined;
};

function entriesOf(frame: Frame): readonly FrameEntry[] {
  if (frame.findings) {
    return frame.findings.map((found) => ({ ...found, isText: found.matchedText !== null }));
  }
  const pieces = piecesOf(frame.description);
  const absent = { severity: null, suggestion: null, legalRef: null };
  return (pieces.length > 0 ? pieces : ['']).map((description, rank) => ({
    description,
    ...absent,
    isText: description.includes('“'),
    tier: rank === 0 ? frame.tier : null,
    tierLabel: rank === 0 ? frame.tierLabel : null,
    tierReason: rank === 0 ? frame.tierReason : null,
  }));
}

const mostSevereFirst = (
  a: Pick<FrameEntry, 'tier' | 'severity'>,
  b: Pick<FrameEntry, 'tier' | 'severity'>,
) =>
  rankIn(riskTiers, a.tier) - rankIn(riskTiers, b.tier) ||
  rankIn(severities, a.severity) - rankIn(severities, b.severity);

function visualItemsIn(frames: Findings['frames']): readonly Omit<VisualItem, 'label'>[] {
  const all = frames
    .toSorted((a, b) => a.timeSeconds - b.timeSeconds)
    .map((frame, place) => ({ ...frame, place }))
    .filter(({ tier }) => tier !== null)
    .flatMap((frame) => entriesOf(frame).map((entry) => ({ ...entry, frame })));
  return groupBy(all, ({ description }) => cleaned(description)).map((group) => {
    const [first] = group;
    const worst = group.toSorted(mostSevereFirst)[0] ?? first;
    const { tier, tierLabel, tierReason, severity, suggestion, isText } = worst;
    const { description } = first;
    const placed = group.find(({ boxes = [] }) => boxes.length > 0);
    const distinctFrames = [...new Map(group.map(({ frame }) => [frame.place, frame])).values()];
    return {
      tier,
      tierLabel,
      severity,
      isText,
      frames: distinctFrames.length,
      spans: spansOf(group),
      subject: description.trim() === '' ? '画面内容' : describedOf(description),
      reason: tierReason === null ? null : phrase(tierReason),
      citations: [...new Set(group.flatMap((one) => citationsFor(one.legalRef, one.tierReason)))],
      precedents: worst.precedents ?? [],
      suggestion: phrase(suggestion ?? ''),
      place: placed ? { timeSeconds: placed.frame.timeSeconds, boxes: placed.boxes ?? [] } : null,
    };
  });
}

/** Returns the citations of a finding or, if it has none, those that its reason names. */
const citationsFor = (legalRef: string | null, reason: string | null): readonly string[] =>
  legalRef === null ? citationsIn(cleaned(reason ?? '')) : citationsOf(legalRef);

const subjectLengthMax = 120;

/** Renders `类别：“words”` with the words as a quotation of their own, so that their end is unambiguous. */
function describedOf(piece: string): string {
  const [, category, words] = /^([^“]*)“(.*)”$/su.exec(piece) ?? [];
  if (category === undefined || words === undefined) return phrase(piece, subjectLengthMax);
  return `${cleaned(category)}${quoted(words)}`;
}

/** Returns when a finding is seen: as long as its captions stand, and, where it is in none, over its frames. */
function spansOf(group: readonly (FrameEntry & { readonly frame: PlacedFrame })[]): readonly Span[] {
  const alone = group.filter(({ endSeconds }) => (endSeconds ?? null) === null).map(({ frame }) => frame);
  const captions = group.flatMap(({ startSeconds, endSeconds }) =>
    typeof startSeconds === 'number' && typeof endSeconds === 'number'
      ? [{ start: startSeconds, end: endSeconds }]
      : [],
  );
  const runs = runsOf([...new Map(alone.map((frame) => [frame.place, frame])).values()]);
  return byStart([...runs, ...captions]);
}

/** Joins neighbouring frames to spans: between two checked frames with a finding, no checked frame lacks it. */
function runsOf(frames: readonly PlacedFrame[]): readonly Span[] {
  const runs: { start: number; end: number; place: number }[] = [];
  for (const { timeSeconds, place } of frames) {
    const last = runs.at(-1);
    if (last && place <= last.place + 1) Object.assign(last, { end: timeSeconds, place });
    else runs.push({ start: timeSeconds, end: timeSeconds, place });
  }
  return runs.map(({ start, end }) => ({ start, end }));
}

function audioItemOf(audio: Findings['audios'][number]): Omit<Item, 'label'> {
  const { tier, tierLabel, tierReason, startSeconds: start, endSeconds: end, description, text } = audio;
  const words = cleaned(text) === '' ? '' : quoted(text);
  const what = phrase(description, subjectLengthMax) || (words ? '' : '声音内容');
  return {
    tier,
    tierLabel,
    severity: null,
    spans: [{ start, end }],
    subject: what && words ? `${what}：${words}` : what || words,
    reason: tierReason === null ? null : phrase(tierReason),
    citations: citationsFor(null, tierReason),
    precedents: [],
  };
}

const spanOf = ({ startSeconds: start, endSeconds: end }: Pick<Risk, 'startSeconds' | 'endSeconds'>) => ({
  start,
  end,
});

function spokenItemsIn(risks: Findings['transcriptRisks']): readonly Omit<SpokenItem, 'label'>[] {
  const alike = ({ startSeconds: _, endSeconds: __, sentence: ___, origin: ____, ...same }: Risk) =>
    JSON.stringify({ ...same, matchedText: cleaned(same.matchedText) });
  return groupBy(risks, alike).map((group) => {
    const [{ tier, tierLabel, tierReason, severity, kind, matchedText, category, ...first }] = group;
    return {
      tier,
      tierLabel,
      severity,
      kind,
      spans: byStart(group.map(spanOf)),
      subject: `${quoted(matchedText)}（${phrase(category, 40) || '未分类'}）`,
      reason: tierReason === null ? null : phrase(tierReason),
      citations:
        first.legalRef === null ? citationsIn(cleaned(tierReason ?? '')) : citationsOf(first.legalRef),
      precedents: first.precedents ?? [],
      sentences: [...new Set(group.map(({ sentence }) => cleaned(sentence)))].filter((one) => one !== ''),
      suggestion: phrase(first.suggestion),
      replacement: first.replacement,
      isDrift: group.some(({ origin }) => origin === 'drift'),
    };
  });
}

function customItemsIn(risks: readonly CustomRisk[]): readonly Omit<CustomItem, 'label'>[] {
  const alike = ({ matchedText, replacement, note }: CustomRisk) =>
    JSON.stringify([cleaned(matchedText), replacement, note]);
  return groupBy(risks, alike)
    .map((group) => {
      const [{ matchedText, replacement, note }] = group;
      return {
        spans: byStart(group.map(spanOf)),
        subject: quoted(matchedText),
        replacement,
        note: note === null ? null : phrase(note),
      };
    })
    .toSorted((a, b) => (a.spans[0]?.start ?? 0) - (b.spans[0]?.start ?? 0));
}
