/** A file that cannot be decoded as an image. Its message is a sentence for the client. */
export class ImageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImageError';
  }
}
