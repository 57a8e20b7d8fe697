/** What runs, by the label `service` of its metrics. */
export const processes = [
  'gateway',
  'billing',
  'text-engine',
  'media-engine',
  'batch-orchestrator',
  'report',
  'webhooks',
  'console',
  'stream-keeper',
] as const;
export type Process = (typeof processes)[number];
