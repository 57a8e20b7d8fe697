import type { UploadedFile } from '@redline/testkit';
import type { Random } from '../random.ts';

const sentences = [
  'This serum visibly smooths fine lines while you sleep.',
  'Clinically proven to cure eczema within three days.',
  'Hand-poured soy candle with notes of cedar and orange.',
  'Lose 30 pounds in a month without diet or exercise.',
  'Our vitamin D drops support normal bone health in adults.',
  'Risk-free: earn $5,000 a week from your sofa, guaranteed.',
  'Waterproof trail shoes with a replaceable insole.',
  'The FDA approved supplement that doctors do not want you to know about.',
  'Soft cotton onesie for babies, machine washable at 40 degrees.',
  'Kills 100% of all germs on every surface, for ever.',
];
const platforms = ['shortvideo_us', 'marketplace_us', 'dtc_us', 'social_ads'];
const verticals = ['general', 'beauty', 'supplement', 'weight_loss', 'home'];

/** Marks a text with a reference, by which its record is found; `refInText` matches it. */
const marked = (text: string, ref: string) => `${text} (ref ${ref})`;
const copyOf = (random: Random) => random.shuffled(sentences).slice(0, 3).join(' ');

/** Files that are checked repeatedly. */
export interface LoadFiles {
  readonly picture: UploadedFile;
  readonly video: UploadedFile;
  readonly videoSeconds: number;
}

/** Builds the body of a text check. */
export function checkBody(ref: string, random: Random): object {
  const place = { platform: random.pick(platforms), vertical: random.pick(verticals) };
  return { text: marked(copyOf(random), ref), ...place, explainLocale: 'en-US' };
}

export const imageBody = (ref: string, { picture }: LoadFiles): object => ({
  imageUrl: picture.url,
  imageTitle: marked('A picture', ref),
  imageSize: picture.bytes,
});

const sizeMb = ({ bytes }: UploadedFile) => Math.max(0.01, bytes / 1e6);

export const videoBody = (ref: string, { video, videoSeconds }: LoadFiles): object => ({
  videoUrl: video.url,
  videoTitle: marked('A video', ref),
  videoSize: sizeMb(video),
  videoDuration: videoSeconds,
});

/** Builds a batch of two texts, a picture and, in a third of the batches, a video. */
export function batchBody(ref: string, { picture, video, videoSeconds }: LoadFiles, random: Random): object {
  const film = { url: video.url, name: 'A video', size: sizeMb(video), duration: videoSeconds };
  return {
    name: marked('A batch', ref),
    platform: random.pick(platforms),
    vertical: random.pick(verticals),
    explainLocale: 'en-US',
    texts: [copyOf(random), copyOf(random)],
    images: [{ url: picture.url, name: 'A picture', size: picture.bytes }],
    videos: random.chance(1 / 3) ? [film] : [],
  };
}

/** A regular expression for Postgres' `substring(text from …)`. */
export const refInText = '\\(ref ([0-9]+)\\)$';
