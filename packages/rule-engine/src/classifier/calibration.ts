/** Turns a score into a probability: `1 / (1 + exp(-(slope * score + offset)))`, fitted by Platt scaling (1999). */
export interface Calibration {
  readonly slope: number;
  readonly offset: number;
}

/** Returns the probability of a score, from 0 to 1. */
export const probabilityOf = ({ slope, offset }: Calibration, score: number): number =>
  1 / (1 + Math.exp(-(slope * score + offset)));
