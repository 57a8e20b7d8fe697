/** One row for each service that `npm start` runs. */
export interface ServiceRow {
  /** Its folder in `apps/`. */
  readonly name: string;
  /** Its database and the database's role. */
  readonly database: string;
  /** Serves the public API, so it gets HOST and PORT, starts last and stops first. */
  readonly isEdge?: boolean;
  /** Told to Node itself. */
  readonly nodeArgs?: readonly string[];
}

export const services: readonly ServiceRow[] = [
  { name: 'billing', database: 'redline_billing' },
  {
    name: 'text-engine',
    database: 'redline_text_engine',
    // Its README says why, under Settings.
    nodeArgs: ['--max-semi-space-size=8', '--max-old-space-size=256'],
  },
  { name: 'gateway', database: 'redline_gateway', isEdge: true },
];
