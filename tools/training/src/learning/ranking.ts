/** Returns the area under the ROC curve: how often a positive scores above a negative. Ties count half. */
export function areaUnderRoc(scores: readonly number[], positive: readonly boolean[]): number {
  const order = [...scores.keys()].sort((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0));
  let rankSum = 0;
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && scores[order[to] ?? 0] === scores[order[from] ?? 0]) to++;
    const rank = (from + to + 1) / 2;
    for (; from < to; from++) rankSum += positive[order[from] ?? 0] ? rank : 0;
  }
  const positives = positive.filter(Boolean).length;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * (positive.length - positives));
}

/** Returns the average precision: the mean, over the positives, of the precision down to each of them. */
export function averagePrecision(scores: readonly number[], positive: readonly boolean[]): number {
  const order = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  let found = 0;
  let sum = 0;
  for (const [rank, at] of order.entries()) {
    if (!positive[at]) continue;
    found += 1;
    sum += found / (rank + 1);
  }
  return sum / Math.max(1, found);
}
