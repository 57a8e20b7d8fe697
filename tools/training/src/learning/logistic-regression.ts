/** A sparse vector: indices, ascending, and the value of each. */
export interface SparseVector {
  readonly indices: Int32Array;
  readonly values: Float32Array;
}

export interface LogisticOptions {
  /** Length of the vectors. */
  readonly size: number;
  /** Inverse of the regularization strength, for positive and for negative examples. */
  readonly costs: readonly [positive: number, negative: number];
  readonly passesMax: number;
  /** Training ends after a pass in which no gradient of a dual variable is larger. */
  readonly tolerance: number;
}

/**
 * Trains an L2-regularized logistic regression by coordinate descent on its dual: Yu, Huang and Lin, "Dual coordinate
 * descent methods for logistic regression and maximum entropy models", Machine Learning 85 (2011), algorithm 5.
 * Examples are visited in an order that a fixed generator shuffles, so the same input gives the same weights.
 * @param positive whether each example is one
 * @returns a weight for each index
 */
export function trainLogistic(
  examples: readonly SparseVector[],
  positive: readonly boolean[],
  { size, costs, passesMax, tolerance }: LogisticOptions,
): Float64Array {
  const weights = new Float64Array(size);
  const count = examples.length;
  const alpha = new Float64Array(count);
  const rest = new Float64Array(count);
  const squares = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const cost = positive[i] ? costs[0] : costs[1];
    alpha[i] = Math.min(0.001 * cost, 1e-8);
    rest[i] = cost - alpha[i]!;
    squares[i] = dot(examples[i]!, examples[i]!.values, null);
    add(weights, examples[i]!, (positive[i] ? 1 : -1) * alpha[i]!);
  }
  const order = Int32Array.from({ length: count }, (_, i) => i);
  let seed = 1;
  let inner = 1e-2;
  for (let pass = 0; pass < passesMax; pass++) {
    for (let i = count - 1; i > 0; i--) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      const j = seed % (i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    let worst = 0;
    let steps = 0;
    for (const i of order) {
      const sign = positive[i] ? 1 : -1;
      const cost = positive[i] ? costs[0] : costs[1];
      const margin = sign * dot(examples[i]!, null, weights);
      const a = squares[i]!;
      if (a === 0) continue;
      const fromAlpha = 0.5 * a * (rest[i]! - alpha[i]!) + margin >= 0;
      const old = fromAlpha ? alpha[i]! : rest[i]!;
      const b = fromAlpha ? margin : -margin;
      if (cost - old < 0.5 * cost && 0.5 * a * (cost - 2 * old) + b < 0) worst = Math.max(worst, 0);
      let z = cost - old < 0.5 * cost ? 0.1 * old : old;
      let gradient = a * (z - old) + b + Math.log(z / (cost - z));
      worst = Math.max(worst, Math.abs(gradient));
      for (let step = 0; step < 100 && Math.abs(gradient) >= inner; step++) {
        const curve = a + cost / ((cost - z) * z);
        const next = z - gradient / curve;
        z = next <= 0 ? z * 0.1 : next >= cost ? cost - (cost - z) * 0.1 : next;
        gradient = a * (z - old) + b + Math.log(z / (cost - z));
        steps++;
      }
      if (z === old) continue;
      const change = fromAlpha ? z - alpha[i]! : cost - z - alpha[i]!;
      alpha[i] = fromAlpha ? z : cost - z;
      rest[i] = cost - alpha[i]!;
      add(weights, examples[i]!, sign * change);
    }
    if (worst < tolerance) break;
    if (steps <= count / 10) inner = Math.max(1e-8, inner * 0.1);
  }
  return weights;
}

/** Returns the score of an example: the sum of its values by their weights. */
export function scoreOf(example: SparseVector, weights: Float64Array): number {
  return dot(example, null, weights);
}

function dot(
  { indices, values }: SparseVector,
  other: Float32Array | null,
  weights: Float64Array | null,
): number {
  let sum = 0;
  for (let k = 0; k < indices.length; k++) sum += values[k]! * (other ? other[k]! : weights![indices[k]!]!);
  return sum;
}

function add(weights: Float64Array, { indices, values }: SparseVector, by: number): void {
  for (let k = 0; k < indices.length; k++) weights[indices[k]!] = weights[indices[k]!]! + values[k]! * by;
}
