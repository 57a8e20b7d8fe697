/**
 * Reasons for which a model gave no answer.
 * - `timeout`: no answer in time
 * - `unreachable`: no connection, or it broke
 * - `refused`: the endpoint answered with an error
 * - `limited`: the endpoint answered that there are too many requests
 * - `malformed`, `truncated`: the answer does not have the required shape, or was cut off
 * - `busy`: too many requests wait in this process
 * - `resting`: the circuit is open after too many failures
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

/** Thrown if a model gave no answer. Its message has nothing of the prompt, the answer or the key. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;

  constructor(kind: ModelErrorKind, message: string) {
    super(message);
    this.name = 'ModelError';
    this.kind = kind;
  }
}
