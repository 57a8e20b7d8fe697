/** `page` wakes somebody: clients or money suffer now. `ticket` is looked at on a working day. */
export type Severity = 'page' | 'ticket';

/** One alert, and what whoever gets it must know. */
export interface Alert {
  readonly name: string;
  readonly severity: Severity;
  readonly expr: string;
  /** How long `expr` must hold, such as `5m`. */
  readonly for: string;
  /** One line; `{{ $labels.x }}` are filled in. */
  readonly summary: string;
  /** Explains the state of the product when it fires, and what clients see of it. */
  readonly means: string;
  /** What to look at, in this order. */
  readonly look: readonly string[];
}

/** A series that is computed ahead, since alerts and dashboards read it over days. */
export interface Recording {
  readonly record: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
}
