import type { EmbeddedJudge } from './domain/judge.ts';
import type { EngineMetrics } from './engine-metrics.ts';

/** Returns the judge, with what its reader does in the metrics. */
export function observed(judge: EmbeddedJudge, metrics: EngineMetrics): EmbeddedJudge {
  return async (request) => {
    const judged = await judge(request);
    const { reading } = judged;
    if (!reading) return judged;
    const site = request.siteId;
    for (const probability of reading.probabilities)
      metrics.sentenceProbability.observe({ site }, probability);
    metrics.sentencesAbstained.inc({ site }, reading.abstained);
    metrics.tokens.inc({ site }, reading.tokens);
    metrics.tokensUnknown.inc({ site }, reading.unknown);
    metrics.windows.inc({ outcome: 'read' }, reading.windowsRead);
    metrics.windows.inc({ outcome: 'kept' }, reading.windowsKept);
    metrics.readSeconds.observe(reading.encodeMs / 1_000);
    return judged;
  };
}
