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
  /** Told to what lies beneath Node. */
  readonly env?: Readonly<Record<string, string>>;
}

export const services: readonly ServiceRow[] = [
  { name: 'billing', database: 'redline_billing' },
  {
    name: 'text-engine',
    database: 'redline_text_engine',
    // Its README says why, under Settings.
    nodeArgs: ['--max-semi-space-size=8', '--max-old-space-size=256'],
    env: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1000000' },
  },
  { name: 'media-engine', database: 'redline_media_engine' },
  { name: 'batch-orchestrator', database: 'redline_batch_orchestrator' },
  { name: 'report', database: 'redline_report' },
  { name: 'gateway', database: 'redline_gateway', isEdge: true },
];
