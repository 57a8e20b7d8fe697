/** Why there is no stack, as one line for the person who wanted one. */
export class StackError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StackError';
  }
}
