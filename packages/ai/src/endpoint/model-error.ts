/**
 * Why a model gave no answer: it took longer than it may; it could not be reached or broke off; it answered with a
 * failure of its own, or that it is asked too often; what it answered is not what was asked for, or was cut short; too
 * many questions wait for it here; or it failed so often lately that it is left alone for a while.
 */
export type ModelErrorKind =
  | 'timeout'
  | 'unreachable'
  | 'refused'
  | 'limited'
  | 'malformed'
  | 'truncated'
  | 'busy'
  | 'resting';

/** Its message holds nothing of the question, the answer or the key. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;

  constructor(kind: ModelErrorKind, message: string) {
    super(message);
    this.name = 'ModelError';
    this.kind = kind;
  }
}
