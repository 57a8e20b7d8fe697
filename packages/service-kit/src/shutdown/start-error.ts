/** Something that the service cannot start without is missing; the message is one line without credentials. */
export class StartError extends Error {
  constructor(message: string, options?: { readonly cause: unknown }) {
    super(message, options);
    this.name = 'StartError';
  }
}
