/** A query and the legend of its series, such as `{{route}}`. */
export type Query = readonly [expr: string, legend: string];

/** A panel as data; `dashboardOf` draws it. */
export interface Panel {
  readonly title: string;
  /** What a value means, and when to worry. */
  readonly description?: string;
  /** Of Grafana: `s`, `reqps`, `percentunit`, `bytes`; a plain number when left out. */
  readonly unit?: string;
  readonly queries: readonly Query[];
  /** A number for each series with colour, in place of a plot over time: green below the limit, red from it on. */
  readonly redFrom?: number;
  /** The same, red below. */
  readonly redBelow?: number;
  /** Shows traces on the plot, where the histogram has them. */
  readonly exemplars?: boolean;
  /** Of 24 columns; 8 when left out. */
  readonly width?: number;
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

export interface DashboardPlan {
  /** The name of its file, and its address in Grafana. */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly rows: readonly Row[];
}

/** Returns the queries of three percentiles of a histogram. */
export const percentiles = (bucket: string, by = ''): readonly Query[] =>
  [0.5, 0.95, 0.99].map((share) => [
    `histogram_quantile(${share}, sum by (le${by && `, ${by}`}) (rate(${bucket}[$__rate_interval])))`,
    `p${share * 100}${by && ` {{${by}}}`}`,
  ]);
