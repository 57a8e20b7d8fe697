import { stringify } from 'yaml';
import { alertsPage } from './alerts-page.ts';
import { dashboardOf } from './dashboards/dashboard-of.ts';
import { dashboards } from './dashboards/index.ts';
import { rules } from './rules.ts';

/** Where everything is rendered to, below the root of the project. */
export const renderedDir = 'infra/observability/rendered';
/** The page that has the table of metrics between others' words. */
export const metricsPage = 'docs/observability.md';

const head = '# Rendered by infra/observability; changes are made there: npm run -s observability\n';

/** Renders all files that are rendered whole: their texts by their path below the root of the project. */
export const render = (): ReadonlyMap<string, string> =>
  new Map([
    [`${renderedDir}/rules.yaml`, head + stringify(rules, { lineWidth: 0, aliasDuplicateObjects: false })],
    ['docs/alerts.md', alertsPage()],
    ...dashboards.map((plan): [string, string] => [
      `${renderedDir}/dashboards/${plan.uid}.json`,
      `${JSON.stringify(dashboardOf(plan), null, 2)}\n`,
    ]),
  ]);
