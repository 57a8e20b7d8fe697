/** A file that is no video, or none that can be checked. Its message is a sentence for whoever sent it. */
export class VideoFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'VideoFault';
  }
}
