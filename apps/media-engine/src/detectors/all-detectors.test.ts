import { detectors as names } from '@redline/contracts';
import { describe, expect, it } from 'vitest';
import { allDetectors } from './all-detectors.ts';
import { canFind } from './detector.ts';

const never = () => Promise.reject(new Error('not called'));
const { page, transcription } = allDetectors({
  imageProcess: { call: never },
  recognizers: [{ name: 'tesseract', canRead: async () => false, read: never }],
  onRead: never,
  labelPicture: null,
  listLabels: never,
  transcriber: null,
});

describe('the detectors', () => {
  it('have the names of the contract; no detector of other sounds than speech exists', () => {
    const registered = [...page, transcription].map(({ name }) => name);
    expect(registered).toEqual(names.filter((name) => name !== 'audio_moderation'));
  });

  it('are not configured where their program or model is missing', async () => {
    const configured = await Promise.all([...page, transcription].map((one) => one.isConfigured('us')));
    expect(configured).toEqual([false, true, true, false, false]);
  });

  it.each([
    ['nudity', ['AD', 'OCR'], false],
    ['nudity', ['PORN'], true],
    ['text', ['LOGO'], false],
    ['text', ['PORN'], true],
    ['codes', ['PORN'], false],
    ['vision', ['LOGO'], true],
    ['nudity', null, true],
  ] as const)('run only for types that they can find: %s for %j: %s', (name, types, runs) => {
    const detector = page.find((one) => one.name === name);
    expect(detector && canFind(detector, types)).toBe(runs);
  });
});
