import { describe, expect, it } from 'vitest';
import { dashboards } from './dashboards/index.ts';
import { type Exported, exportedBy } from './exported.ts';
import { foreignMetrics } from './foreign.ts';
import { processes } from './processes.ts';
import { parsePromql, type Selected } from './promql.ts';
import { alerts, recordings } from './rules.ts';

interface Known {
  readonly labels: ReadonlySet<string>;
  readonly buckets: readonly number[];
  readonly services: ReadonlySet<string>;
}

/** Labels that Prometheus gives every series that it scrapes. */
const ofScraping = ['instance', 'job', 'namespace', 'pod', 'container'];

/** The series of a metric by their names, as a scrape has them. */
const seriesOf = ({ name, type }: Exported): readonly string[] =>
  type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name];

const known = new Map<string, Known>();
for (const service of processes) {
  for (const metric of exportedBy(service)) {
    for (const series of seriesOf(metric)) {
      const labels = [...metric.labels, ...ofScraping, ...(series.endsWith('_bucket') ? ['le'] : [])];
      const services = new Set([...(known.get(series)?.services ?? []), service]);
      known.set(series, { labels: new Set(labels), buckets: metric.buckets, services });
    }
  }
}
for (const { record, labels = {} } of recordings)
  known.set(record, { labels: new Set(Object.keys(labels)), buckets: [], services: new Set() });
for (const [name, { labels }] of Object.entries(foreignMetrics))
  known.set(name, { labels: new Set(labels), buckets: [], services: new Set() });

interface Query {
  readonly where: string;
  readonly expr: string;
  readonly legend?: string;
}
const queries: readonly Query[] = [
  ...recordings.map(({ record, expr }) => ({ where: record, expr })),
  ...alerts.map(({ name, expr }) => ({ where: name, expr })),
  ...dashboards.flatMap(({ title, rows }) =>
    rows.flatMap(({ panels }) =>
      panels.flatMap((panel) =>
        panel.queries.map(([expr, legend]) => ({ where: `${title}: ${panel.title}`, expr, legend })),
      ),
    ),
  ),
];
const parsedOf = (expr: string) => parsePromql(expr.replaceAll('$__rate_interval', '5m'));

/** What is wrong with a series that an expression reads; undefined when nothing is. */
function faultOf({ name, matchers }: Selected): string | undefined {
  const metric = known.get(name);
  if (!metric) return `nobody exports ${name}`;
  for (const { label, value } of matchers) {
    if (!metric.labels.has(label)) return `${name} has no label ${label}`;
    if (label === 'service' && !/[|.*]/.test(value) && !metric.services.has(value))
      return `${value} does not export ${name}`;
    // As `upTo` writes it.
    if (label === 'le' && !metric.buckets.includes(Number.parseFloat(value)))
      return `${name} has no bucket ${value}`;
  }
  return undefined;
}

describe('every query of a dashboard, an alert or a recorded series', () => {
  it('reads series that somebody exports, by labels and buckets that they have', () => {
    expect(queries.length).toBeGreaterThan(200);
    const faults = queries.flatMap(({ where, expr }) =>
      parsedOf(expr)
        .selected.map(faultOf)
        .flatMap((fault) => (fault ? [`${where}: ${fault}`] : [])),
    );
    expect(faults).toEqual([]);
  });

  it('groups by labels, and names its series by labels, that what it reads has', () => {
    const faults = queries.flatMap(({ where, expr, legend = '' }) => {
      const { selected, grouping } = parsedOf(expr);
      const labels = new Set(selected.flatMap(({ name }) => [...(known.get(name)?.labels ?? [])]));
      const named = [...legend.matchAll(/\{\{(\w+)}}/g)].map(([, label = '']) => label);
      return [...grouping, ...named]
        .filter((label) => !labels.has(label))
        .map((label) => `${where}: nothing that it reads has ${label}`);
    });
    expect(faults).toEqual([]);
  });

  it.each([
    ['sum(rate(no_such_metric_total[5m]))', 'nobody exports no_such_metric_total'],
    ['bus_connected{account="a"}', 'bus_connected has no label account'],
    ['outbox_lag_seconds{service="gateway"}', 'gateway does not export outbox_lag_seconds'],
    ['bus_message_completion_seconds_bucket{le=~"7(\\\\.0)?"}', 'has no bucket 7'],
  ])('would be found wrong: %s', (expr, fault) => {
    expect(parsedOf(expr).selected.map(faultOf).join()).toContain(fault);
  });

  it('would be found wrong: what is no PromQL', () => {
    expect(() => parsedOf('sum by (rate(up[5m])')).toThrow(/not PromQL/);
  });
});

describe('the metrics', () => {
  const all = processes.flatMap(exportedBy).filter(({ name }) => !/^(nodejs|process)_/.test(name));

  it('are named as Prometheus does: counters end with _total, times are in seconds, sizes in bytes', () => {
    for (const { name, type } of all) {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(name.endsWith('_total'), name).toBe(type === 'counter');
      expect(name).not.toMatch(/(_ms|_millis|milliseconds|_kb|_mb|_minutes|_percent)(_|$)/);
    }
  });

  it('have no label whose values have no bound, such as an account or a record', () => {
    const labels = new Set(all.flatMap((metric) => metric.labels));
    for (const label of labels)
      expect(label).not.toMatch(/account|tenant|record|key|request|^id$|_id$|path|url/);
  });
});
