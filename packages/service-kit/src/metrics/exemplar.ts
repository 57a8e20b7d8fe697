const sampledTrace = /^00-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;
const sampledFlag = 1;

/**
 * Returns the labels of an exemplar, which leads from a bucket of a histogram to a trace.
 * @param traceparent of the work that was measured
 * @returns `trace_id`, which is no label of the metric whatever the types of prom-client say; none where there is no trace, or nobody keeps it
 */
export function exemplarOf(traceparent: string | undefined): Record<string, string> {
  const [, traceId] = sampledTrace.exec(traceparent ?? '') ?? [];
  const isSampled = (Number.parseInt(traceparent?.slice(-2) ?? '0', 16) & sampledFlag) === sampledFlag;
  return traceId && isSampled ? { trace_id: traceId } : {};
}
