import { type Metric, type MetricObject, type OpenMetricsContentType, Registry } from 'prom-client';

/**
 * Renders metrics as a scraper asks for them: in OpenMetrics, which has exemplars, or in the text format of Prometheus.
 * @param accept the header of its request
 */
export async function renderMetrics(
  { registry, service }: { readonly registry: Registry; readonly service: string },
  accept: string | undefined,
): Promise<{ readonly contentType: string; readonly text: string }> {
  const isOpen = accept?.includes('application/openmetrics-text') ?? false;
  const rendering = isOpen ? openMetricsOf(registry, service) : registry;
  return { contentType: rendering.contentType, text: await rendering.metrics() };
}

/**
 * prom-client has one format for a registry, and in OpenMetrics renames its counters for good, so that they would have
 * another name in the next answer in text: a counter is rendered by an object that has a name of its own.
 */
function openMetricsOf(registry: Registry, service: string): Registry<OpenMetricsContentType> {
  const rendering = new Registry<OpenMetricsContentType>();
  rendering.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  rendering.setDefaultLabels({ service });
  for (const metric of registry.getMetricsAsArray()) rendering.registerMetric(renamable(metric));
  return rendering;
}

function renamable(metric: MetricObject): Metric {
  // The types of prom-client hide both: what it keeps are the metrics, and each knows its kind in lower case.
  const { type } = metric as unknown as { readonly type: string };
  const own = { name: { value: metric.name, writable: true } };
  return (type === 'counter' ? Object.create(metric, own) : metric) as Metric;
}
