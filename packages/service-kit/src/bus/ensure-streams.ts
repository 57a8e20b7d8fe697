import {
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { StreamSpec } from './rows.ts';
import type { Bus } from './types.ts';

/** A message published again with the same id within this time is not stored again. */
export const duplicateWindowMs = 120_000;

const retentions = { workqueue: RetentionPolicy.Workqueue, limits: RetentionPolicy.Limits } as const;

export interface StreamOptions {
  /** The number of servers that hold each stream; without it an existing stream keeps its number. */
  readonly replicas?: number;
  /** Above this size a stream without `maxBytes` of its own refuses new messages; it never discards old ones. */
  readonly maxBytes?: number;
}

/**
 * Creates missing streams and updates the changeable settings of the others; never deletes or purges. Runs again after
 * each reconnect, for a server that came back without its disk.
 * @throws JetStreamApiError if a stream exists with settings that cannot be changed
 */
export async function ensureStreams(
  bus: Bus,
  specs: Readonly<Record<string, StreamSpec>>,
  options: StreamOptions = {},
): Promise<void> {
  const ensureAll = async () => {
    for (const spec of Object.values(specs)) await ensureStream(bus, configOf(spec, options));
  };
  await ensureAll();
  bus.onReconnect(() => {
    ensureAll().catch((error: unknown) => bus.log.error({ err: error }, 'could not ensure the streams'));
  });
}

type NamedConfig = Partial<StreamConfig> & { readonly name: string };

function configOf(spec: StreamSpec, options: StreamOptions): NamedConfig {
  const maxBytes = spec.maxBytes ?? options.maxBytes;
  const { maxMessagesPerSubject } = spec;
  return {
    name: spec.name,
    subjects: [...spec.subjects],
    retention: retentions[spec.retention],
    storage: StorageType.File,
    max_age: nanos(spec.maxAgeMs),
    ...(maxBytes === undefined ? {} : { max_bytes: maxBytes }),
    ...(maxMessagesPerSubject === undefined ? {} : { max_msgs_per_subject: maxMessagesPerSubject }),
    ...(options.replicas === undefined ? {} : { num_replicas: options.replicas }),
    duplicate_window: nanos(duplicateWindowMs),
    discard: spec.maxBytes === undefined ? DiscardPolicy.New : DiscardPolicy.Old,
    allow_direct: false,
  };
}

const nameInUse = 10058;

/**
 * Creates or updates a stream. Of two services that start together and find it missing, the second's `add` is refused
 * and becomes an update.
 */
async function ensureStream(bus: Bus, config: NamedConfig): Promise<void> {
  try {
    await bus.manager.streams.add(config);
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== nameInUse) throw error;
    await bus.manager.streams.update(config.name, config);
  }
}
