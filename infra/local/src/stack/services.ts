import type { BusUserName } from '@redline/contracts/bus-users';

/** One row for each service that `npm start` runs. */
export interface ServiceRow {
  /** The folder of the service in `apps/`, and its user on the bus. */
  readonly name: BusUserName;
  /** The name of its database and of the database's role. */
  readonly database: string;
  /** True if it serves the public API: it gets HOST and PORT, starts last and stops first. */
  readonly isEdge?: boolean;
  /** Arguments of Node itself. */
  readonly nodeArgs?: readonly string[];
  /** Further environment variables, of the libraries below Node. */
  readonly env?: Readonly<Record<string, string>>;
}

export const services: readonly ServiceRow[] = [
  { name: 'billing', database: 'redline_billing' },
  {
    name: 'text-engine',
    database: 'redline_text_engine',
    // The reason is in its README, under Settings.
    nodeArgs: ['--max-semi-space-size=8', '--max-old-space-size=256'],
    env: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1000000' },
  },
  { name: 'media-engine', database: 'redline_media_engine' },
  { name: 'batch-orchestrator', database: 'redline_batch_orchestrator' },
  { name: 'report', database: 'redline_report' },
  { name: 'webhooks', database: 'redline_webhooks' },
  { name: 'console', database: 'redline_console' },
  { name: 'gateway', database: 'redline_gateway', isEdge: true },
];
