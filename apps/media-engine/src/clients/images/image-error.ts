/** A file that cannot be looked at as a picture. Its message is a sentence for whoever submitted it. */
export class PictureFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PictureFault';
  }
}
