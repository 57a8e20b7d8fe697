const stream = ['stream'];
const consumer = ['stream', 'consumer'];

/** The gauges of `measureStreams`. */
export const streamGauges = {
  up: {
    name: 'jetstream_stream_up',
    help: '1 while the stream is there and has a leader, else 0',
    labelNames: stream,
  },
  messages: { name: 'jetstream_stream_messages', help: 'Messages in the stream', labelNames: stream },
  bytes: { name: 'jetstream_stream_bytes', help: 'Size of the stream', labelNames: stream },
  maxBytes: {
    name: 'jetstream_stream_max_bytes',
    help: 'The size at which it refuses or discards messages; absent without a limit',
    labelNames: stream,
  },
  oldest: {
    name: 'jetstream_stream_oldest_message_age_seconds',
    help: 'Age of the oldest message of the stream; of JOBS, of the job that waits or works longest',
    labelNames: stream,
  },
  replicas: {
    name: 'jetstream_stream_replicas',
    help: 'Servers that are to hold the stream',
    labelNames: stream,
  },
  current: {
    name: 'jetstream_stream_replicas_current',
    help: 'Servers that hold all of it now, the leader included; 0 without a leader',
    labelNames: stream,
  },
  pending: {
    name: 'jetstream_consumer_pending_messages',
    help: 'Messages that were not delivered yet: the queue of the consumer',
    labelNames: consumer,
  },
  ackPending: {
    name: 'jetstream_consumer_ack_pending_messages',
    help: 'Messages that were delivered and are not settled: being worked on, or waiting to come again',
    labelNames: consumer,
  },
  redelivered: {
    name: 'jetstream_consumer_redelivered_messages',
    help: 'Of those, the ones that came more than once',
    labelNames: consumer,
  },
  dead: {
    name: 'jetstream_dead_messages',
    help: 'Messages in the dead-letter stream, by the subject that their consumer follows',
    labelNames: ['subject'],
  },
} as const;
