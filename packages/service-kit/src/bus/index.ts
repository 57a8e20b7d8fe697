export { broadcast, subscribe } from './broadcast.ts';
export { BusError, type BusErrorCode, type Delivery } from './bus-error.ts';
export { type CallOptions, call } from './call.ts';
export { type ConnectBusOptions, connectBus } from './connect-bus.ts';
export { type ConsumeOptions, consumeEvents, consumeJobs } from './consume.ts';
export {
  type DeadLetter,
  deadLetter,
  type ListDeadOptions,
  listDead,
  replayDead,
  takeDead,
} from './dead-letter.ts';
export { ensureStreams, type StreamOptions } from './ensure-streams.ts';
export { RejectedError, RetryLaterError, rejected, retryLater } from './handler-errors.ts';
export { hasMessage } from './has-message.ts';
export { joinRunning } from './join-running.ts';
export { keepStreams } from './keep-streams.ts';
export { measureStreams } from './measure-streams.ts';
export { type PublishOptions, publishJob } from './publish-job.ts';
export {
  type BroadcastRow,
  type EventRow,
  type JobRow,
  type RequestRow,
  type StreamSpec,
  streamNames,
} from './rows.ts';
export { type ServeOptions, serve, serveAll } from './serve.ts';
export { type BusCredentialConfig, busCredentialsOf } from './server-addresses.ts';
export { isTransient } from './transient.ts';
export type {
  Bus,
  DeadMessage,
  DeliveryContext,
  MessageContext,
  MessageHandler,
  RequestHandler,
  RequestHandlers,
  Running,
} from './types.ts';
export { verifyStreams } from './verify-streams.ts';
