/** A file or an argument that cannot be used. Its message is a sentence for the user, without a full stop. */
export class InputError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InputError';
  }
}
