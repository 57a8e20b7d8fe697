import type { Row } from '../corpus/passages.ts';

/** A row with its out-of-fold prediction. */
export interface PredictedRow extends Pick<Row, 'author' | 'label' | 'topic'> {
  readonly isViolating: boolean;
  /** The topic that it is reported as; null when it is not reported. */
  readonly reported: string | null;
  readonly score: number;
  readonly probability: number;
  /** See `Dataset`. */
  readonly isAmbiguous: boolean;
}

export const isReported = ({ reported }: PredictedRow): boolean => reported !== null;
export const isViolating = (row: PredictedRow): boolean => row.isViolating;
export const isClose = ({ label, topic }: PredictedRow): boolean => label === 'ok' && topic !== null;
export const isPlain = ({ label, topic }: PredictedRow): boolean => label === 'ok' && topic === null;
