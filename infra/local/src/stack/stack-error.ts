/** Thrown if the stack cannot run; the message is one line for its user. */
export class StackError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StackError';
  }
}
