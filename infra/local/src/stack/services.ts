/** One row for each service that `npm start` runs. */
export interface ServiceRow {
  /** Its folder in `apps/`. */
  readonly name: string;
  /** Its database and the database's role. */
  readonly database: string;
  /** Serves the public API, so it gets HOST and PORT, starts last and stops first. */
  readonly isEdge?: boolean;
}

export const services: readonly ServiceRow[] = [
  { name: 'billing', database: 'redline_billing' },
  { name: 'text-engine', database: 'redline_text_engine' },
  { name: 'gateway', database: 'redline_gateway', isEdge: true },
];
