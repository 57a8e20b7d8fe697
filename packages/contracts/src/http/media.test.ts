import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { main } from '../sites/main.ts';
import { us } from '../sites/us.ts';
import { imageCheckBody } from './image-checks.ts';
import { mainImageCheckBody } from './main-image-checks.ts';
import { mainVideoCheckBody } from './main-video-checks.ts';
import { mainUploadPolicyBody, uploadPolicyBody } from './uploads.ts';
import { videoCheckBody } from './video-checks.ts';

const sentenceOf = (schema: z.ZodTypeAny, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message ?? 'accepted';

const image = { imageUrl: 'https://shop.example/a.jpg', imageTitle: 'A mug', imageSize: 1 };
const video = {
  videoUrl: 'HTTP://shop.example/v.mp4?sig=1',
  videoTitle: 'A mug',
  videoSize: 0.01,
  videoDuration: 1.5,
};

describe('the body of an image check', () => {
  it('needs neither a category nor measures, and is explained in Chinese unless told otherwise', () => {
    expect(imageCheckBody(us).parse({ ...image, colour: 'red' })).toEqual({
      ...image,
      explainLocale: 'zh-CN',
    });
    expect(mainImageCheckBody.parse(image)).toEqual({ ...image, productVertical: 'creator' });
  });

  it('may declare any size on the international sites and 10 MB, in binary units, on the main one', () => {
    const size = (imageSize: number) => ({ ...image, imageSize });
    expect(sentenceOf(imageCheckBody(us), size(10 * 2 ** 20 + 1))).toBe('accepted');
    expect(sentenceOf(mainImageCheckBody, size(10 * 2 ** 20))).toBe('accepted');
    expect(sentenceOf(mainImageCheckBody, size(10 * 2 ** 20 + 1))).toBe(
      'imageSize must be a whole number from 1 to 10485760 (bytes)',
    );
  });

  it('names each thing to look for once', () => {
    const detectTypes = ['OCR', 'AD', 'OCR'];
    expect(mainImageCheckBody.parse({ ...image, detectTypes })).toMatchObject({ detectTypes: ['OCR', 'AD'] });
  });

  it.each([
    ['imageUrl', undefined, 'imageUrl is required'],
    ['imageUrl', 'ftp://shop.example/a.jpg', 'imageUrl must be an http or https URL'],
    ['imageUrl', '/a.jpg', 'imageUrl must be an http or https URL'],
    ['imageUrl', 'https://', 'imageUrl must be an http or https URL'],
    ['imageTitle', '', 'imageTitle must have 1 to 500 characters'],
    ['imageTitle', 'a\0b', 'imageTitle must not contain a NUL character'],
    ['imageTitle', 'a\ud800', 'imageTitle must not contain a lone surrogate'],
    ['imageSize', undefined, 'imageSize is required'],
    ['imageSize', 0, 'imageSize must be a whole number from 1 to 10485760 (bytes)'],
    ['imageSize', '12', 'imageSize must be a whole number from 1 to 10485760 (bytes)'],
    ['imageWidth', -1, 'imageWidth must be a whole number from 1 to 1000000 (pixels)'],
    ['productVertical', 'duanju', 'productVertical must be one of: creator, touliu'],
    ['detectTypes', ['MOAN'], `an entry of detectTypes must be one of: ${main.detectTypes.join(', ')}`],
    [
      'detectTypes',
      [],
      `detectTypes must be a list of at least one and at most 50 of: ${main.detectTypes.join(', ')}`,
    ],
  ])('answers a wrong %s (%j) with a sentence that names it', (field, value, expected) => {
    expect(sentenceOf(mainImageCheckBody, { ...image, [field]: value })).toBe(expected);
  });

  it('knows only the categories and languages of its site', () => {
    expect(sentenceOf(imageCheckBody(us), { ...image, vertical: 'fashion' })).toContain('vertical');
    expect(sentenceOf(imageCheckBody(us), { ...image, explainLocale: 'id-ID' })).toContain('explainLocale');
  });
});

describe('the body of a video check', () => {
  it('is published on the usual platform of its site, or of its product line', () => {
    expect(videoCheckBody(us).parse(video)).toEqual({ ...video, platform: 'shortvideo_us' });
    const platformOf = (body: object) => mainVideoCheckBody.parse({ ...video, ...body }).platform;
    expect(platformOf({})).toBe('shortvideo_a');
    expect(platformOf({ productVertical: 'touliu' })).toBe('shortvideo_a');
    expect(platformOf({ productVertical: 'duanju' })).toBe('shortdrama_platform');
    expect(platformOf({ productVertical: 'duanju', platform: 'shortvideo_b' })).toBe('shortvideo_b');
  });

  it('reads the same twice, as the edge and the owner both read it', () => {
    const read = mainVideoCheckBody.parse({ ...video, frameTypes: ['OCR', 'OCR'], audioTypes: ['AD'] });
    expect(mainVideoCheckBody.parse(read)).toEqual(read);
  });

  it.each([
    ['videoSize', 0.009, 'videoSize must be a number from 0.01 to 1024 (MB)'],
    ['videoSize', 1024.01, 'videoSize must be a number from 0.01 to 1024 (MB)'],
    ['videoDuration', 0.99, 'videoDuration must be a number from 1 to 1000000 (seconds)'],
    ['videoDuration', undefined, 'videoDuration is required'],
    ['videoUrl', 'javascript:alert(1)', 'videoUrl must be an http or https URL'],
    ['videoTitle', undefined, 'videoTitle is required'],
    ['platform', 'dtc_us', `platform must be one of: ${main.platforms.join(', ')}`],
    [
      'frameTypes',
      'OCR',
      `frameTypes must be a list of at least one and at most 50 of: ${main.frameTypes.join(', ')}`,
    ],
    ['audioTypes', ['OCR'], `an entry of audioTypes must be one of: ${main.audioTypes.join(', ')}`],
    ['textCheckId', 7, 'textCheckId must be a string'],
  ])('answers a wrong %s (%j) with a sentence that names it', (field, value, expected) => {
    expect(sentenceOf(mainVideoCheckBody, { ...video, [field]: value })).toBe(expected);
  });
});

describe('the body of an upload policy', () => {
  it('needs a file name on the main site only', () => {
    expect(sentenceOf(uploadPolicyBody, { kind: 'image' })).toBe('accepted');
    expect(sentenceOf(mainUploadPolicyBody, { kind: 'image' })).toBe('filename is required');
    expect(sentenceOf(mainUploadPolicyBody, { filename: 'a.jpg' })).toBe(
      'kind is required; one of: image, video',
    );
  });
  it.each(['photo', '.jpg', 'a/.jpg', 'photo.', 'a.j pg'])(
    'refuses the file name %j, without an extension',
    (filename) => {
      expect(sentenceOf(uploadPolicyBody, { kind: 'image', filename })).toBe(
        'filename must end in an extension, as in photo.jpg',
      );
    },
  );

  it('takes a file name with blanks and capitals', () => {
    expect(sentenceOf(uploadPolicyBody, { kind: 'image', filename: 'a b.JPG' })).toBe('accepted');
  });
});
