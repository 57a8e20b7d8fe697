/**
 * Reasons for which a message failed.
 * - `no_responders`: no service serves the subject, or no stream has it
 * - `disconnected`: the bus was down before the message was sent
 * - `timeout`: no reply in time
 * - `unavailable`, `invalid`, `bug`: replies of the server: it is busy or its database is down, the request breaks the
 *   schema, or its handler failed
 * - `bad_reply`: the reply breaks the schema of the row
 * - `refused`: the stream refused the message, or the server does not allow it to this user
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

/** Tells if the receiver acted on the message: certainly not, certainly, or unknown. */
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
