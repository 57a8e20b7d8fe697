import { upTo } from './bucket.ts';

/** A share of good events that is promised, and how events are counted. `$w` is the window of the rates. */
export interface Objective {
  /** Begins the names of its series, as `submissions:failed:ratio_rate5m`. */
  readonly series: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly bad: string;
  readonly total: string;
  /** Of all events, the share that may be bad. */
  readonly budget: number;
}

const edge = (method: string, more = '') =>
  `http_request_duration_seconds_count{service="gateway",method${method},route=~"/v1/.*"${more}}`;

/** Of requests below /v1, those that are not answered with a 5xx. What is refused for a reason of the client's is good. */
const answered = (series: string, method: string): Objective => ({
  series,
  bad: `sum(rate(${edge(method, ',status=~"5.."')}[$w]))`,
  total: `sum(rate(${edge(method)}[$w]))`,
  budget: 0.001,
});
export const submissions = answered('submissions:failed', '="POST"');
export const reads = answered('reads:failed', '!="POST"');

/** How soon a record has ended after its job was published, by kind: seconds, and the share that may be later. */
const verdictTimes = [
  { kind: 'text', handler: 'text-engine', seconds: 5, budget: 0.01 },
  { kind: 'text of a batch', handler: 'text-engine-batches', seconds: 600, budget: 0.05 },
  { kind: 'rewrite', handler: 'text-engine-rewrites', seconds: 30, budget: 0.01 },
  { kind: 'image', handler: 'media-engine-images', seconds: 30, budget: 0.01 },
  { kind: 'image of a batch', handler: 'media-engine-batch-images', seconds: 1_800, budget: 0.05 },
  { kind: 'video', handler: 'media-engine-videos', seconds: 600, budget: 0.05 },
  { kind: 'video of a batch', handler: 'media-engine-batch-videos', seconds: 3_600, budget: 0.05 },
  { kind: 'report', handler: 'report', seconds: 60, budget: 0.01 },
  { kind: 'dispatch of a batch', handler: 'batch-orchestrator', seconds: 30, budget: 0.01 },
] as const;

const completions = (handler: string, part: string, more = '') =>
  `sum(rate(bus_message_completion_seconds_${part}{handler="${handler}"${more}}[$w]))`;

/** Of records whose work has ended, those that were finished in time; given up is late. */
export const verdicts: readonly Objective[] = verdictTimes.map(({ kind, handler, seconds, budget }) => ({
  series: 'verdicts:late',
  labels: { kind },
  bad: `${completions(handler, 'count')} - (${completions(handler, 'bucket', `,outcome="done",${upTo(seconds)}`)} or vector(0))`,
  total: completions(handler, 'count'),
  budget,
}));

/** Seconds after which a record that is still open is overdue, by kind: what its attempts, waits and the sweeper take. */
export const overdueAfterSeconds = {
  text: 900,
  rewrite: 900,
  image: 900,
  video: 7_200,
  report: 900,
  batch: 7_200,
} as const;
