import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LabelPictureQuestion } from '@redline/ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckRequest } from '../domain/detection.ts';
import { visionDetector } from './vision.ts';

const request: CheckRequest = {
  scope: { accountId: 'acct_1', siteId: 'main', tenantId: '' },
  requestId: 'r1',
  platform: 'shortvideo_a',
  vertical: 'general',
  productVertical: 'creator',
  sceneMode: 'content',
  types: null,
  audioTypes: null,
};
const listLabels = async () => [
  { label: 'weapons', about: 'The picture offers firearms.', types: ['VIOLENCE'] },
  { label: 'political-symbol', about: 'The picture shows a national flag.', types: ['POLITICS'] },
  { label: 'qr-code', about: 'The picture holds a QR code.', types: ['AD'] },
  { label: 'barcode', about: 'The picture holds a barcode.', types: ['AD'] },
  { label: 'nudity-suspected', about: 'The picture may show nudity.', types: ['PORN'] },
];

let folder: string;
let preview: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redline-vision-'));
  preview = join(folder, 'picture.jpg');
  await writeFile(preview, 'a picture');
});
afterAll(() => rm(folder, { recursive: true }));

function detect(types: CheckRequest['types']) {
  const questions: LabelPictureQuestion[] = [];
  const detector = visionDetector(async (question) => {
    questions.push(question);
    return question.labels.map(({ label }) => label).slice(0, 1);
  }, listLabels);
  const page = { preview, pixels: { path: '', width: 1, height: 1 }, folder: '' };
  const found = detector.detect(page, { ...request, types }, new AbortController().signal);
  return { questions, found };
}

describe('a vision model', () => {
  it('is sent the picture, and the labels that no other detector assigns', async () => {
    const { questions, found } = detect(null);
    expect(await found).toEqual({ labels: [{ detector: 'vision', label: 'weapons', words: null }] });
    expect(questions.map(({ picture }) => Buffer.from(picture.bytes).toString())).toEqual(['a picture']);
    expect(questions[0]?.labels).toEqual([
      { label: 'weapons', about: 'The picture offers firearms.' },
      { label: 'political-symbol', about: 'The picture shows a national flag.' },
    ]);
  });

  it('is only asked for what the check asks for', async () => {
    const { questions, found } = detect(['POLITICS', 'PORN']);
    expect(await found).toMatchObject({ labels: [{ label: 'political-symbol' }] });
    expect(questions[0]?.labels.map(({ label }) => label)).toEqual(['political-symbol']);
  });
});
