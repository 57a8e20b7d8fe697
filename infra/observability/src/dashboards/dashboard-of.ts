import {
  DashboardBuilder,
  DashboardLinkBuilder,
  DashboardLinkType,
  DatasourceVariableBuilder,
  type Panel as GrafanaPanel,
  RowBuilder,
  ThresholdsConfigBuilder,
  ThresholdsMode,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as PlotBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import type { DashboardPlan, Panel } from './plan.ts';

/** Whoever imports a dashboard chooses the Prometheus. */
const datasource = { type: 'prometheus', uid: '$datasource' };
const height = 8;
const widthDefault = 8;
const tag = 'redline';

/** Draws a dashboard as Grafana takes it. */
export function dashboardOf({ uid, title, description, rows }: DashboardPlan) {
  const dashboard = new DashboardBuilder(`Redline: ${title}`)
    .uid(uid)
    .description(description)
    .tags([tag])
    .timezone('browser')
    .refresh('30s')
    .time({ from: 'now-3h', to: 'now' })
    .withVariable(new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'))
    .link(
      new DashboardLinkBuilder('Redline')
        .type(DashboardLinkType.Dashboards)
        .tags([tag])
        .asDropdown(true)
        .keepTime(true),
    );
  for (const row of rows) {
    dashboard.withRow(new RowBuilder(row.title));
    for (const panel of row.panels) dashboard.withPanel(panelOf(panel));
  }
  return dashboard.build();
}

function panelOf(panel: Panel): { readonly build: () => GrafanaPanel } {
  const { title, description = '', unit = 'short', width = widthDefault, redFrom, redBelow } = panel;
  const limit = redFrom ?? redBelow;
  const drawn =
    limit === undefined
      ? new PlotBuilder().fillOpacity(8).lineWidth(1).axisSoftMin(0)
      : new StatBuilder().thresholds(thresholdsOf(limit, redFrom === undefined));
  drawn.title(title).description(description).unit(unit).datasource(datasource).span(width).height(height);
  for (const [index, [expr, legend]] of panel.queries.entries()) {
    const query = new DataqueryBuilder()
      .refId(String.fromCharCode('A'.charCodeAt(0) + index))
      .datasource(datasource)
      .expr(expr)
      .legendFormat(legend)
      .exemplar(panel.exemplars ?? false);
    drawn.withTarget(limit === undefined ? query.range() : query.instant());
  }
  return drawn;
}

const thresholdsOf = (limit: number, isRedBelow: boolean) =>
  new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps([
    { value: null, color: isRedBelow ? 'red' : 'green' },
    { value: limit, color: isRedBelow ? 'green' : 'red' },
  ]);
