import { cleaned, phrase, quoted, type Span } from '../wording.ts';
import { citationsIn, citationsOf } from './citations.ts';
import type { Findings, FrameFinding } from './findings.ts';
import { piecesOf } from './pieces.ts';

type Risk = Findings['transcriptRisks'][number];
type CustomRisk = Findings['customTranscriptRisks'][number];
type Tier = Risk['tier'];

/** One finding of a report, however often the record has it. */
export interface Item {
  /** What the report calls it: `画面1`. */
  readonly label: string;
  /** Null of what was seen beside something graver and nowhere else, where the record tells a frame's gravest alone. */
  readonly tier: Tier | null;
  readonly tierLabel: string | null;
  readonly severity: Risk['severity'] | null;
  /** In the order of time. */
  readonly spans: readonly Span[];
  /** As it is named in a sentence. */
  readonly subject: string;
  /** Without the mark at its end. */
  readonly reason: string | null;
  /** Each law and article for itself. */
  readonly citations: readonly string[];
}

/** Something seen; `frames` is in how many pictures. */
export interface SeenItem extends Item {
  readonly frames: number;
  /** Words that were read, not a thing that is shown. */
  readonly isText: boolean;
  /** Empty where the record has none. */
  readonly suggestion: string;
}

export interface SpokenItem extends Item {
  readonly kind: Risk['kind'];
  /** Those it is said in, each once. */
  readonly sentences: readonly string[];
  readonly suggestion: string;
  /** Empty: to be left out. */
  readonly replacement: string | null;
  readonly isDrift: boolean;
}

/** A word of the account's own; it never counts. */
export interface CustomItem {
  readonly label: string;
  readonly spans: readonly Span[];
  readonly subject: string;
  /** Empty or null: to be noticed only. */
  readonly replacement: string | null;
  readonly note: string | null;
}

/** All findings of a record, each once, numbered in the order in which they are to be read. */
export interface Items {
  readonly seen: readonly SeenItem[];
  readonly heard: readonly Item[];
  readonly spoken: readonly SpokenItem[];
  readonly custom: readonly CustomItem[];
}

/** Makes the items of a report. The same findings always make the same items. */
export const itemsOf = (findings: Findings): Items => ({
  seen: numbered('画面', seenIn(findings.frames)),
  heard: numbered('声音', findings.audios.map(heardOf)),
  spoken: numbered('口播', spokenIn(findings.transcriptRisks)),
  custom: customIn(findings.customTranscriptRisks).map((item, place) => ({
    label: `自定义词${place + 1}`,
    ...item,
  })),
});

/** Those that count toward the verdict or cost reach, in the order of the sections. */
export const allItems = ({ seen, heard, spoken }: Items): readonly Item[] => [...seen, ...heard, ...spoken];

const severityOrder = ['high', 'medium', 'low'];
const tierOrder = ['STRICT', 'SOFT'];
const rankIn = (order: readonly string[], value: string | null): number =>
  value === null ? order.length : order.indexOf(value);

/** Gravest first, then by time. */
function numbered<T extends Omit<Item, 'label'>>(name: string, items: readonly T[]) {
  const sorted = items.toSorted(
    (a, b) => gravestFirst(a, b) || (a.spans[0]?.start ?? 0) - (b.spans[0]?.start ?? 0),
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

/** One thing in one frame; what an older record does not tell of it is null. */
type Sighting = Pick<FrameFinding, 'description' | 'tierLabel' | 'tierReason' | 'suggestion' | 'legalRef'> & {
  readonly tier: Tier | null;
  readonly severity: Risk['severity'] | null;
  readonly isText: boolean;
};

function sightingsOf(frame: Frame): readonly Sighting[] {
  if (frame.findings) {
    return frame.findings.map((found) => ({ ...found, isText: found.matchedText !== null }));
  }
  const pieces = piecesOf(frame.description);
  const untold = { severity: null, suggestion: null, legalRef: null };
  return (pieces.length > 0 ? pieces : ['']).map((description, rank) => ({
    description,
    ...untold,
    isText: description.includes('“'),
    tier: rank === 0 ? frame.tier : null,
    tierLabel: rank === 0 ? frame.tierLabel : null,
    tierReason: rank === 0 ? frame.tierReason : null,
  }));
}

const gravestFirst = (a: Pick<Sighting, 'tier' | 'severity'>, b: Pick<Sighting, 'tier' | 'severity'>) =>
  rankIn(tierOrder, a.tier) - rankIn(tierOrder, b.tier) ||
  rankIn(severityOrder, a.severity) - rankIn(severityOrder, b.severity);

function seenIn(frames: Findings['frames']): readonly Omit<SeenItem, 'label'>[] {
  const all = frames
    .toSorted((a, b) => a.timeSeconds - b.timeSeconds)
    .map((frame, place) => ({ ...frame, place }))
    .filter(({ tier }) => tier !== null)
    .flatMap((frame) => sightingsOf(frame).map((sighting) => ({ ...sighting, frame })));
  return groupBy(all, ({ description }) => cleaned(description)).map((group) => {
    const [first] = group;
    const gravest = group.toSorted(gravestFirst)[0] ?? first;
    const { tier, tierLabel, tierReason, severity, suggestion, isText } = gravest;
    const { description } = first;
    const shown = [...new Map(group.map(({ frame }) => [frame.place, frame])).values()];
    return {
      tier,
      tierLabel,
      severity,
      isText,
      frames: shown.length,
      spans: runsOf(shown),
      subject: description.trim() === '' ? '画面内容' : describedOf(description),
      reason: tierReason === null ? null : phrase(tierReason),
      citations: [...new Set(group.flatMap((one) => citationsFor(one.legalRef, one.tierReason)))],
      suggestion: phrase(suggestion ?? ''),
    };
  });
}

/** What a finding cites or, where it cites nothing, what its reason names. */
const citationsFor = (legalRef: string | null, reason: string | null): readonly string[] =>
  legalRef === null ? citationsIn(cleaned(reason ?? '')) : citationsOf(legalRef);

const subjectLengthMax = 120;

/** `类别：“words”` with the words as a quotation of their own, so that they end where they end. */
function describedOf(piece: string): string {
  const [, category, words] = /^([^“]*)“(.*)”$/su.exec(piece) ?? [];
  if (category === undefined || words === undefined) return phrase(piece, subjectLengthMax);
  return `${cleaned(category)}${quoted(words)}`;
}

/** Neighbouring frames as one span: what lies between two that show a thing shows it, as far as anybody has looked. */
function runsOf(
  frames: readonly { readonly timeSeconds: number; readonly place: number }[],
): readonly Span[] {
  const runs: { start: number; end: number; place: number }[] = [];
  for (const { timeSeconds, place } of frames) {
    const last = runs.at(-1);
    if (last && place <= last.place + 1) Object.assign(last, { end: timeSeconds, place });
    else runs.push({ start: timeSeconds, end: timeSeconds, place });
  }
  return runs.map(({ start, end }) => ({ start, end }));
}

function heardOf(audio: Findings['audios'][number]): Omit<Item, 'label'> {
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
  };
}

const spanOf = ({ startSeconds: start, endSeconds: end }: Pick<Risk, 'startSeconds' | 'endSeconds'>) => ({
  start,
  end,
});

function spokenIn(risks: Findings['transcriptRisks']): readonly Omit<SpokenItem, 'label'>[] {
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
      sentences: [...new Set(group.map(({ sentence }) => cleaned(sentence)))].filter((one) => one !== ''),
      suggestion: phrase(first.suggestion),
      replacement: first.replacement,
      isDrift: group.some(({ origin }) => origin === 'drift'),
    };
  });
}

function customIn(risks: readonly CustomRisk[]): readonly Omit<CustomItem, 'label'>[] {
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
