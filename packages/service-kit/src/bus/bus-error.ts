/**
 * Why a message had no good end.
 * - `no_responders`: nobody serves the subject, or no stream takes it
 * - `disconnected`: the bus was down before the message left
 * - `timeout`: no answer in time
 * - `unavailable`, `invalid`, `bug`: the server says so: busy or its database is down, the request breaks
 *   the schema, or its handler failed
 * - `bad_reply`: the answer breaks the schema of the row
 * - `refused`: the stream answered that it does not take the message
 */
export type BusErrorCode =
  | 'no_responders'
  | 'disconnected'
  | 'timeout'
  | 'unavailable'
  | 'invalid'
  | 'bug'
  | 'bad_reply'
  | 'refused';

/** Whether the other side may have acted on the message: surely not, surely, or nobody knows. */
export type Delivery = 'no' | 'unknown' | 'yes';

const deliveryOf: Record<BusErrorCode, Delivery> = {
  no_responders: 'no',
  disconnected: 'no',
  timeout: 'unknown',
  unavailable: 'unknown',
  invalid: 'no',
  bug: 'unknown',
  bad_reply: 'yes',
  refused: 'no',
};

export class BusError extends Error {
  readonly code: BusErrorCode;
  readonly delivered: Delivery;

  constructor(
    code: BusErrorCode,
    message: string,
    options: { readonly delivered?: Delivery; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'BusError';
    this.code = code;
    this.delivered = options.delivered ?? deliveryOf[code];
  }
}
