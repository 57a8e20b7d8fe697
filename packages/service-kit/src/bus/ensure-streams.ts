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
  /**
   * The largest size of each stream, by name. A stream that discards old messages does so above it; one that never does
   * refuses new ones. Without it the stream's own `maxBytes`, or no limit.
   */
  readonly maxBytes?: Readonly<Record<string, number | null>>;
}

/**
 * Creates missing streams and updates the changeable settings of the others; never deletes or purges. Only the one who
 * provisions the bus calls it: services verify (`verifyStreams`), so that none of them changes what all share.
 * @throws JetStreamApiError if a stream exists with settings that cannot be changed
 */
export async function ensureStreams(
  bus: Bus,
  specs: Readonly<Record<string, StreamSpec>>,
  options: StreamOptions = {},
): Promise<void> {
  for (const spec of Object.values(specs)) await ensureStream(bus, configOf(spec, options));
}

type NamedConfig = Partial<StreamConfig> & { readonly name: string };

function configOf(spec: StreamSpec, options: StreamOptions): NamedConfig {
  const maxBytes = options.maxBytes?.[spec.name] ?? spec.maxBytes;
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
