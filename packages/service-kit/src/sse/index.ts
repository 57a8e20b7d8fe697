export type { ServerSentEvent } from './encode-event.ts';
export {
  createEventStreams,
  type EventStreamLimits,
  type EventStreamPlace,
  type EventStreams,
} from './event-streams.ts';
