/** A file that is no video, or none that can be checked. Its message is a sentence for whoever sent it. */
export class VideoFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'VideoFault';
  }
}

/** There is nothing here that decodes videos, so that nothing in one is looked at. */
export class VideosNotConfigured extends Error {
  constructor() {
    super('videos are not checked by this installation: it lacks ffmpeg');
    this.name = 'VideosNotConfigured';
  }
}
