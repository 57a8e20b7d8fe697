import { reportStream } from './reports.ts';

const day = 86_400_000;

/** Every JetStream stream. Replicas and sizes are the operator's. */
export const streams = {
  jobs: { name: 'JOBS', subjects: ['job.>'], retention: 'workqueue', maxAgeMs: 7 * day },
  events: { name: 'EVENTS', subjects: ['event.>'], retention: 'limits', maxAgeMs: 7 * day },
  dead: { name: 'DEAD', subjects: ['dead.>'], retention: 'limits', maxAgeMs: 90 * day },
  reports: reportStream,
} as const;
