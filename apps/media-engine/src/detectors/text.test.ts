import type { TextRecognizerName } from '@redline/contracts';
import { describe, expect, it } from 'vitest';
import type { TextRecognizer } from '../clients/text-recognizer.ts';
import type { CheckRequest } from '../domain/detection.ts';
import { textDetector } from './text.ts';

const request = { scope: { accountId: 'acct_1', siteId: 'id', tenantId: '' } } as CheckRequest;
const page = { pixels: { path: '', width: 1, height: 1 }, preview: '', folder: '' };
const { signal } = new AbortController();

const recognizerOf = (
  name: TextRecognizerName,
  read: TextRecognizer['read'],
  languages: readonly string[] = ['ind', 'eng'],
): TextRecognizer => ({
  name,
  read,
  canRead: async (asked) => asked.every((one) => languages.includes(one)),
});
const lineOf = (text: string) => ({ text, characters: [] });
const reads = (text: string) => async () => [lineOf(text)];
const fails = () => Promise.reject(new Error('ended'));

function detect(recognizers: readonly TextRecognizer[]) {
  const outcomes: string[] = [];
  const detector = textDetector(recognizers, (name, failure) =>
    outcomes.push(`${name} ${failure ? 'failed' : 'read'}`),
  );
  return { detector, outcomes, found: async () => detector.detect(page, request, signal) };
}

describe('the detector of words', () => {
  it('is read by the first recognizer, which it names', async () => {
    const { found, outcomes } = detect([
      recognizerOf('pp_ocr', reads('words')),
      recognizerOf('tesseract', fails),
    ]);
    expect(await found()).toEqual({ lines: [lineOf('words')], recognizers: ['pp_ocr'] });
    expect(outcomes).toEqual(['pp_ocr read']);
  });

  it('is read by the next one where the first has failed, or lacks a language of the site', async () => {
    const tesseract = recognizerOf('tesseract', reads('fewer words'));
    const failing = detect([recognizerOf('pp_ocr', fails), tesseract]);
    expect(await failing.found()).toEqual({
      lines: [lineOf('fewer words')],
      recognizers: ['tesseract'],
    });
    expect(failing.outcomes).toEqual(['pp_ocr failed', 'tesseract read']);
    const lacking = detect([recognizerOf('pp_ocr', reads('words'), ['chi_sim']), tesseract]);
    expect(await lacking.found()).toMatchObject({ recognizers: ['tesseract'] });
  });

  it('has failed where all of them have, and is not configured where none reads the language', async () => {
    const failing = detect([recognizerOf('pp_ocr', fails), recognizerOf('tesseract', fails)]);
    await expect(failing.found()).rejects.toThrow('ended');
    const lacking = detect([recognizerOf('tesseract', reads(''), ['eng'])]);
    expect(await lacking.detector.isConfigured('id')).toBe(false);
    expect(await failing.detector.isConfigured('id')).toBe(true);
  });
});
