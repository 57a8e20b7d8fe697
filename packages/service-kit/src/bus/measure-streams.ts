import type { ConsumerInfo, StreamInfo } from '@nats-io/jetstream';
import type { Logger } from '../log/index.ts';
import { addReading, type ReadingMetrics, type Sample, within } from '../metrics/index.ts';
import { assertConnected } from './classify.ts';
import { type StreamSpec, streamNames } from './rows.ts';
import { streamGauges } from './stream-gauges.ts';
import type { Bus } from './types.ts';

/** Below the limit of a reading: a stream without a leader does not answer, and the others are told all the same. */
const answerWithinMs = 1_500;
/** With more subjects in the dead-letter stream than this they are not told apart. */
const deadSubjectsMax = 2_000;

/**
 * Registers what waits in the streams, and with each of their consumers, and what is dead. Exported by one process, who
 * keeps the streams: it knows also of consumers whose service is down, and replicas would say the same many times.
 */
export function measureStreams(
  { metrics, log }: { readonly metrics: ReadingMetrics; readonly log: Logger },
  bus: Pick<Bus, 'connected' | 'manager'>,
  specs: Readonly<Record<string, Pick<StreamSpec, 'name'>>>,
): void {
  const names = Object.values(specs).map(({ name }) => name);
  addReading(metrics, {
    name: 'streams',
    log,
    gauges: streamGauges,
    async read() {
      assertConnected(bus);
      const [streams, consumers] = await Promise.all([
        Promise.all(names.map((name) => streamOf(bus, name))),
        Promise.all(names.map((name) => consumersOf(bus, name))),
      ]);
      const found = streams.filter((info) => info !== undefined);
      const up = new Set(found.map(({ config }) => config.name));
      return {
        up: names.map((stream) => ({ labels: { stream }, value: up.has(stream) ? 1 : 0 })),
        ...ofStreams(found),
        ...ofConsumers(consumers.flat()),
        dead: await deadBySubject(bus, found, consumers.flat()),
      };
    },
  });
}

/** Returns undefined for a stream that is missing, or has no leader to answer. */
const streamOf = (bus: Pick<Bus, 'manager'>, name: string): Promise<StreamInfo | undefined> =>
  within(bus.manager.streams.info(name), answerWithinMs).catch(() => undefined);

async function consumersOf(bus: Pick<Bus, 'manager'>, stream: string): Promise<readonly ConsumerInfo[]> {
  const listing = async () => {
    const found: ConsumerInfo[] = [];
    for await (const info of bus.manager.consumers.list(stream)) {
      if (info.config.durable_name) found.push(info);
    }
    return found;
  };
  return within(listing(), answerWithinMs).catch(() => []);
}

function ofStreams(streams: readonly StreamInfo[]) {
  const each = (value: (info: StreamInfo) => number): Sample[] =>
    streams.map((info) => ({ labels: { stream: info.config.name }, value: value(info) }));
  return {
    messages: each(({ state }) => state.messages),
    bytes: each(({ state }) => state.bytes),
    maxBytes: each(({ config }) => config.max_bytes).filter(({ value }) => value > 0),
    oldest: each(({ state }) =>
      state.messages === 0 ? 0 : (Date.now() - new Date(state.first_ts).getTime()) / 1_000,
    ),
    replicas: each(({ config }) => config.num_replicas),
    // One alone has no cluster, and is its own leader.
    current: each(({ cluster }) =>
      cluster?.leader === undefined || cluster.leader === ''
        ? Number(cluster === undefined)
        : 1 + (cluster.replicas ?? []).filter(({ current, offline }) => current && !offline).length,
    ),
  };
}

function ofConsumers(consumers: readonly ConsumerInfo[]) {
  const each = (value: (info: ConsumerInfo) => number): Sample[] =>
    consumers.map((info) => ({
      labels: { stream: info.stream_name, consumer: info.name },
      value: value(info),
    }));
  return {
    pending: each((info) => info.num_pending),
    ackPending: each((info) => info.num_ack_pending),
    redelivered: each((info) => info.num_redelivered),
  };
}

/**
 * Counts the dead by the subjects that consumers follow: one of a job ends with the id of its record, which is no label.
 */
async function deadBySubject(
  bus: Pick<Bus, 'manager'>,
  streams: readonly StreamInfo[],
  consumers: readonly ConsumerInfo[],
): Promise<Sample[]> {
  const state = streams.find(({ config }) => config.name === streamNames.dead)?.state;
  const filters = [...new Set(consumers.flatMap(({ config }) => config.filter_subject ?? []))];
  const counts = new Map(filters.map((filter) => [filter, 0]));
  const count = (subject: string, messages: number) =>
    counts.set(subject, (counts.get(subject) ?? 0) + messages);
  if (state && (state.num_subjects ?? 0) > deadSubjectsMax) count('other', state.messages);
  else if (state && state.messages > 0) {
    const info = await bus.manager.streams.info(streamNames.dead, { subjects_filter: '>' });
    for (const [subject, messages] of Object.entries(info.state.subjects ?? {})) {
      const first = subject.replace(/^dead\./, '');
      count(filters.find((filter) => matches(filter, first)) ?? 'other', messages);
    }
  }
  return [...counts].map(([subject, value]) => ({ labels: { subject }, value }));
}

/** Whether a subject is one of a filter, whose parts may be `*`. */
function matches(filter: string, subject: string): boolean {
  const [wanted, given] = [filter.split('.'), subject.split('.')];
  return (
    wanted.length === given.length && wanted.every((part, index) => part === '*' || part === given[index])
  );
}
