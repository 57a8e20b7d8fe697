import { type Share, shareWhere } from '@redline/training/share';
import type { Verdict } from '../asking/question.ts';
import type { Case } from './case-record.ts';

/** A case, the level that its labels make, and what an engine said of its text. */
export interface JudgedCase {
  readonly one: Case;
  readonly expectedLevel: string;
  readonly verdict: Verdict;
}

/** How well an engine judges cases. */
export interface CaseMeasures {
  /** Violating texts in which any violation was found. */
  readonly recall: Share;
  /** Lawful texts in which one was found. */
  readonly lawfulFlagged: Share;
  /** Labelled quotes that a violation touches. */
  readonly spansTouched: Share;
  /** Of the touched quotes, those that a violation of their topic touches. */
  readonly rightTopic: Share;
  /** Of the violating texts that were found, those whose risk level is that of their labels. */
  readonly rightLevel: Share;
}

/** A labelled quote, and whether it was found. */
export interface JudgedSpan {
  readonly id: string;
  readonly topic: string;
  readonly isTouched: boolean;
  readonly hasTopic: boolean;
}

/** Computes the measures of judged cases. */
export function measureCases(cases: readonly JudgedCase[]): CaseMeasures {
  const violating = cases.filter(({ one }) => !one.lawful);
  const spans = violating.flatMap(judgedSpans);
  return {
    recall: shareWhere(violating, isFlagged),
    lawfulFlagged: shareWhere(
      cases.filter(({ one }) => one.lawful),
      isFlagged,
    ),
    spansTouched: shareWhere(spans, ({ isTouched }) => isTouched),
    rightTopic: shareWhere(
      spans.filter(({ isTouched }) => isTouched),
      ({ hasTopic }) => hasTopic,
    ),
    rightLevel: shareWhere(
      violating.filter(isFlagged),
      ({ verdict, expectedLevel }) => verdict.riskLevel === expectedLevel,
    ),
  };
}

/** Computes the measures of each topic: of the texts and quotes with it, and the lawful texts that come close to it. */
export function measureTopics(cases: readonly JudgedCase[]): Map<string, CaseMeasures> {
  const topics = new Set(
    cases.flatMap(({ one }) => [...one.spans.map(({ topic }) => topic), one.near ?? '']),
  );
  topics.delete('');
  return new Map(
    [...topics].sort().map((topic) => {
      const ofTopic = cases.flatMap((judged) => {
        const spans = judged.one.spans.filter((span) => span.topic === topic);
        const isOfTopic = judged.one.lawful ? judged.one.near === topic : spans.length > 0;
        return isOfTopic ? [{ ...judged, one: { ...judged.one, spans } }] : [];
      });
      return [topic, measureCases(ofTopic)];
    }),
  );
}

/** Tells whether any violation was found. */
export const isFlagged = ({ verdict }: JudgedCase): boolean => verdict.violations.length > 0;

/** Returns the labelled quotes of a case, and whether they were found. */
export function judgedSpans({ one, verdict }: JudgedCase): JudgedSpan[] {
  return one.spans.map(({ quote, topic }) => {
    const start = one.text.indexOf(quote);
    const end = start + quote.length;
    const touching = verdict.violations.filter((found) => found.start < end && found.end > start);
    return {
      id: one.id,
      topic,
      isTouched: touching.length > 0,
      hasTopic: touching.some((found) => found.topic === topic),
    };
  });
}
