/** A server that cannot be reached, refuses, or fails. Its message is a sentence for the user. */
export class ServerError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServerError';
  }
}
