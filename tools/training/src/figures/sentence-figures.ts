import { calibrationError } from '../learning/calibration-error.ts';
import { type Share, shareWhere } from '../share.ts';
import { isClose, isPlain, isReported, isViolating, type PredictedRow } from './predicted-row.ts';
import { type RankingFigures, rankingFigures } from './ranking-figures.ts';

/** The figures of the rows of one topic. */
export interface TopicFigures {
  readonly topic: string;
  readonly reportThreshold: number | null;
  /** Violating rows of this topic that are reported, as this topic or another. */
  readonly recall: Share;
  /** Rows reported as this topic that violate anything. */
  readonly precision: Share;
  /** Violating rows reported as this topic that violate this topic. */
  readonly rightTopic: Share;
}

/** The figures of cross-validation over sentences. */
export interface SentenceFigures {
  readonly rows: {
    readonly bad: number;
    readonly ctx: number;
    readonly close: number;
    readonly plain: number;
  };
  readonly ranking: RankingFigures;
  readonly calibrationError: number;
  /** Violating rows that are reported. */
  readonly recall: Share;
  /** Rows that violate only beside their neighbours and are reported. */
  readonly recallAcross: Share;
  /** Reported rows that violate anything. */
  readonly precision: Share;
  /** Reported violating rows whose topic is the labelled one. */
  readonly rightTopic: Share;
  readonly falseAlarmsClose: Share;
  readonly falseAlarmsPlain: Share;
  readonly byTopic: readonly TopicFigures[];
}

/**
 * Computes the figures of sentences; ambiguous rows count for ranking and calibration only.
 * @param reportThresholds by topic, in their order
 */
export function sentenceFigures(
  predicted: readonly PredictedRow[],
  topics: readonly string[],
  reportThresholds: readonly (number | null)[],
): SentenceFigures {
  const rows = predicted.filter(({ isAmbiguous }) => !isAmbiguous);
  const reported = rows.filter(isReported);
  const violating = rows.filter(isViolating);
  const across = violating.filter(({ label }) => label === 'ctx');
  const close = rows.filter(isClose);
  const plain = rows.filter(isPlain);
  return {
    rows: {
      bad: violating.length - across.length,
      ctx: across.length,
      close: close.length,
      plain: plain.length,
    },
    ranking: rankingFigures(
      predicted,
      predicted.map(({ score }) => score),
    ),
    calibrationError: calibrationError(
      predicted.map(({ probability }) => probability),
      predicted.map(isViolating),
    ),
    recall: shareWhere(violating, isReported),
    recallAcross: shareWhere(across, isReported),
    precision: shareWhere(reported, isViolating),
    rightTopic: rightTopicIn(reported),
    falseAlarmsClose: shareWhere(close, isReported),
    falseAlarmsPlain: shareWhere(plain, isReported),
    byTopic: topics.map((topic, at): TopicFigures => {
      const reportedAs = reported.filter((row) => row.reported === topic);
      return {
        topic,
        reportThreshold: reportThresholds[at] ?? null,
        recall: shareWhere(
          violating.filter((row) => row.topic === topic),
          isReported,
        ),
        precision: shareWhere(reportedAs, isViolating),
        rightTopic: rightTopicIn(reportedAs),
      };
    }),
  };
}

const rightTopicIn = (reported: readonly PredictedRow[]): Share =>
  shareWhere(reported.filter(isViolating), (row) => row.reported === row.topic);
