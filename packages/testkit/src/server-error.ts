/** A server could not be found or started. The message is one line that a user can act on. */
export class ServerError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServerError';
  }
}
