import { calibrationError } from './calibrate.ts';
import type { Verdict } from './cross-validate.ts';
import type { Dataset } from './dataset.ts';
import { hasHand } from './hands.ts';
import { areaUnderRoc, averagePrecision } from './ranking.ts';
import { type Share, shareOf } from './share.ts';
import type { TextModel } from './text-model.ts';
import type { Heard } from './thresholds.ts';

/** How well scores tell what violates from what does not, whatever the threshold. */
export interface Ranking {
  readonly areaUnderRoc: number;
  readonly averagePrecision: number;
  /** Against the lawful rows close to the line alone. */
  readonly areaUnderRocClose: number;
  /** Share of violating rows above all but one in a hundred of the lawful rows close to the line. */
  readonly recallAtClose: number;
}

export interface TopicFigures {
  readonly topic: string;
  readonly speaksFrom: number | null;
  /** Violating rows of this topic that were found, as this topic or another. */
  readonly recall: Share;
  /** Rows found as this topic that violate something. */
  readonly precision: Share;
  /** Of those that violate, how many violate this topic. */
  readonly named: Share;
}

/** What cross-validation says. */
export interface Figures {
  readonly rows: {
    readonly bad: number;
    readonly ctx: number;
    readonly close: number;
    readonly plain: number;
  };
  readonly ranking: Ranking;
  readonly calibrationError: number;
  readonly recall: Share;
  readonly recallAcross: Share;
  readonly precision: Share;
  readonly named: Share;
  readonly falseAlarmsClose: Share;
  readonly falseAlarmsPlain: Share;
  readonly byTopic: readonly TopicFigures[];
  readonly ablated: readonly { readonly name: string; readonly ranking: Ranking }[];
  readonly texts: TextFigures;
  /** Of the rows that hands wrote, each judged by what was learned from others; null where the corpus knows none. */
  readonly hands: HandFigures | null;
}

/** How well the classifier does on sellers that it has never read. */
export interface HandFigures {
  readonly count: number;
  readonly sentences: number;
  readonly ranking: Ranking;
  readonly recall: Share;
  readonly precision: Share;
  readonly falseAlarmsClose: Share;
  readonly falseAlarmsPlain: Share;
}

/** How whole texts are told apart, each by what was learned from other hands. */
export interface TextFigures {
  readonly count: number;
  readonly areaUnderRoc: number;
  readonly calibrationError: number;
  readonly lawfulBelow: number;
  readonly accusesFrom: number;
  readonly lawfulTakenForLawful: Share;
  readonly violatingTakenForLawful: Share;
  readonly violatingAccused: Share;
  readonly lawfulAccused: Share;
}

interface Measured {
  readonly dataset: Dataset;
  readonly topics: readonly string[];
  readonly verdicts: readonly Verdict[];
  readonly heard: readonly Heard[];
  readonly speaksFrom: readonly (number | null)[];
  readonly ablated: Figures['ablated'];
  readonly text: TextModel;
}

/** Computes the figures from rows judged by models that had not seen them. */
export function figuresOf({
  dataset,
  topics,
  verdicts,
  heard,
  speaksFrom,
  ablated,
  text,
}: Measured): Figures {
  const judged = dataset.rows.map((row, at) => {
    const topic = verdicts[at]?.topic ?? -1;
    const from = speaksFrom[topic] ?? null;
    const speaks = from !== null && (heard[at]?.probability ?? 0) >= from;
    return { ...row, violates: row.label !== 'ok', named: speaks ? (topics[topic] ?? null) : null };
  });
  type Judged = (typeof judged)[number];
  const rows = judged.filter((_, at) => !dataset.halves[at]);
  const share = (of: readonly Judged[], is: (row: Judged) => boolean): Share =>
    shareOf(of.filter(is).length, of.length);
  const where = (is: (row: Judged) => boolean): Judged[] => rows.filter(is);
  const found = where(({ named }) => named !== null);
  const isFound = ({ named }: Judged): boolean => named !== null;
  const isNamed = ({ named, topic }: Judged): boolean => named === topic;
  const close = where(({ label, topic }) => label === 'ok' && topic !== null);
  const plain = where(({ label, topic }) => label === 'ok' && topic === null);
  const violating = where(({ violates }) => violates);
  const across = violating.filter(({ label }) => label === 'ctx');
  return {
    rows: {
      bad: violating.length - across.length,
      ctx: across.length,
      close: close.length,
      plain: plain.length,
    },
    ranking: rankingOf(dataset, verdicts),
    calibrationError: calibrationError(
      heard.map(({ probability }) => probability),
      judged.map(({ violates }) => violates),
    ),
    recall: share(violating, isFound),
    recallAcross: share(across, isFound),
    precision: share(found, ({ violates }) => violates),
    named: share(
      found.filter(({ violates }) => violates),
      isNamed,
    ),
    falseAlarmsClose: share(close, isFound),
    falseAlarmsPlain: share(plain, isFound),
    byTopic: topics.map((topic, at) => {
      const asThis = found.filter(({ named }) => named === topic);
      return {
        topic,
        speaksFrom: speaksFrom[at] ?? null,
        recall: share(
          violating.filter((row) => row.topic === topic),
          isFound,
        ),
        precision: share(asThis, ({ violates }) => violates),
        named: share(
          asThis.filter(({ violates }) => violates),
          isNamed,
        ),
      };
    }),
    ablated,
    texts: textFiguresOf(text),
    hands: handFiguresOf(
      judged.map((row, at) => ({
        ...row,
        total: verdicts[at]?.total ?? 0,
        half: dataset.halves[at] ?? false,
      })),
    ),
  };
}

interface JudgedRow {
  readonly file: string;
  readonly label: string;
  readonly topic: string | null;
  readonly violates: boolean;
  readonly named: string | null;
  readonly total: number;
  readonly half: boolean;
}

function handFiguresOf(judged: readonly JudgedRow[]): HandFigures | null {
  const rows = judged.filter((row) => hasHand(row) && !row.half);
  if (rows.length === 0) return null;
  const share = (of: readonly JudgedRow[], is: (row: JudgedRow) => boolean): Share =>
    shareOf(of.filter(is).length, of.length);
  const isFound = ({ named }: JudgedRow): boolean => named !== null;
  return {
    count: new Set(rows.map(({ file }) => file)).size,
    sentences: rows.length,
    ranking: rankingOf({ rows }, rows),
    recall: share(
      rows.filter(({ violates }) => violates),
      isFound,
    ),
    precision: share(rows.filter(isFound), ({ violates }) => violates),
    falseAlarmsClose: share(
      rows.filter(({ violates, topic }) => !violates && topic !== null),
      isFound,
    ),
    falseAlarmsPlain: share(
      rows.filter(({ violates, topic }) => !violates && topic === null),
      isFound,
    ),
  };
}

function textFiguresOf({ judged, lawfulBelow, accusesFrom }: TextModel): TextFigures {
  const share = (violates: boolean, is: (probability: number) => boolean): Share => {
    const of = judged.filter((one) => one.violates === violates);
    return shareOf(of.filter(({ probability }) => is(probability)).length, of.length);
  };
  const isTaken = (probability: number): boolean => probability < lawfulBelow;
  const isAccused = (probability: number): boolean => probability >= accusesFrom;
  const probabilities = judged.map(({ probability }) => probability);
  const violates = judged.map((one) => one.violates);
  return {
    count: judged.length,
    areaUnderRoc: areaUnderRoc(probabilities, violates),
    calibrationError: calibrationError(probabilities, violates),
    lawfulBelow,
    accusesFrom,
    lawfulTakenForLawful: share(false, isTaken),
    violatingTakenForLawful: share(true, isTaken),
    violatingAccused: share(true, isAccused),
    lawfulAccused: share(false, isAccused),
  };
}

const closeShare = 0.01;

export function rankingOf(
  { rows }: { readonly rows: readonly { readonly label: string; readonly topic: string | null }[] },
  verdicts: readonly Pick<Verdict, 'total'>[],
): Ranking {
  const values = verdicts.map(({ total }) => total);
  const violates = rows.map(({ label }) => label !== 'ok');
  const near = [...rows.keys()].filter((at) => violates[at] || rows[at]?.topic !== null);
  const close = near
    .filter((at) => !violates[at])
    .map((at) => values[at] ?? 0)
    .sort((a, b) => b - a);
  const from = close[Math.floor(close.length * closeShare)] ?? 0;
  return {
    areaUnderRoc: areaUnderRoc(values, violates),
    averagePrecision: averagePrecision(values, violates),
    areaUnderRocClose: areaUnderRoc(
      near.map((at) => values[at] ?? 0),
      near.map((at) => violates[at] ?? false),
    ),
    recallAtClose:
      values.filter((value, at) => violates[at] && value > from).length / violates.filter(Boolean).length,
  };
}
