import { JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { BusError } from './bus-error.ts';

/**
 * Converts an error of a request or publish.
 * @param error of the client library
 * @param subject for the error message
 * @returns a BusError whose `delivered` says whether the message may have arrived
 */
export function toBusError(error: unknown, subject: string): BusError {
  if (error instanceof BusError) return error;
  if (isRefusedByServer(error)) {
    const message = `this user of the bus may not publish to ${subject}, or not hear the reply`;
    return new BusError('refused', message, { cause: error });
  }
  if (isNoResponders(error)) {
    return new BusError('no_responders', `nobody takes messages on ${subject}`, { cause: error });
  }
  if (error instanceof errors.TimeoutError) {
    return new BusError('timeout', `no answer on ${subject} in time`, { cause: error });
  }
  if (error instanceof JetStreamApiError) {
    return new BusError('refused', `${subject} was refused: ${error.message}`, { cause: error });
  }
  if (error instanceof errors.ClosedConnectionError || error instanceof errors.DrainingConnectionError) {
    return new BusError('disconnected', 'the bus is closed', { cause: error });
  }
  if (error instanceof errors.InvalidArgumentError || error instanceof errors.InvalidSubjectError) {
    return new BusError('refused', `${subject} cannot be published: ${error.message}`, { cause: error });
  }
  const text = error instanceof Error ? error.message : String(error);
  return new BusError('timeout', `${subject} broke off: ${text}`, { cause: error });
}

const isNoResponders = (error: unknown) =>
  isCausedBy(error, (cause) => cause instanceof errors.NoRespondersError);

/** Whether the server has told the user of this connection that it may not do that. */
export const isRefusedByServer = (error: unknown): boolean =>
  isCausedBy(error, (cause) => cause instanceof errors.PermissionViolationError);

function isCausedBy(error: unknown, isKind: (cause: Error) => boolean): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (isKind(current)) return true;
  }
  return false;
}

/**
 * Throws at once if the bus is down: the client library would send the message at some later time.
 * @throws BusError `disconnected`
 */
export function assertConnected(bus: { readonly connected: boolean }): void {
  if (!bus.connected) throw new BusError('disconnected', 'the bus is not connected');
}
