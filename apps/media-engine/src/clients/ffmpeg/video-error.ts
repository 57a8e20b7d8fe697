/** A file that is no video, or none that can be checked. Its message is a sentence for the client. */
export class VideoError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'VideoError';
  }
}

/** This installation lacks the programs that decode videos, so nothing in a video is checked. */
export class VideosNotConfiguredError extends Error {
  constructor() {
    super('videos are not checked by this installation: it lacks ffmpeg');
    this.name = 'VideosNotConfiguredError';
  }
}
