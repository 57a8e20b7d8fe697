import { type Exported, exportedBy } from './exported.ts';
import { processes } from './processes.ts';

const begin = '<!-- metrics: rendered by npm run -s observability -->';
const end = '<!-- /metrics -->';

/** Those of Node and the process, which prom-client brings and explains. */
const isOwn = ({ name }: Exported): boolean => !/^(nodejs|process)_/.test(name);

/** Renders the table of every metric of ours, with who exports it. */
export function metricsTable(): string {
  const exporters = new Map<string, { readonly metric: Exported; readonly by: string[] }>();
  for (const process of processes) {
    for (const metric of exportedBy(process).filter(isOwn)) {
      const row = exporters.get(metric.name) ?? { metric, by: [] };
      row.by.push(process);
      exporters.set(metric.name, row);
    }
  }
  const rows = [...exporters.values()].map(({ metric, by }) => {
    const labels = metric.labels.filter((label) => label !== 'service').map((label) => `\`${label}\``);
    const who = by.length === processes.length ? 'all' : by.join(', ');
    return `| \`${metric.name}\` | ${metric.type} | ${labels.join(', ')} | ${metric.help} | ${who} |`;
  });
  return ['| metric | type | labels | says | of |', '|---|---|---|---|---|', ...rows].join('\n');
}

/**
 * Puts the table in its place in a page.
 * @throws Error when the page has no such place
 */
export function withMetricsTable(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page has no place between ${begin} and ${end}`);
  return `${page.slice(0, from)}${begin}\n\n${metricsTable()}\n\n${page.slice(to)}`;
}
