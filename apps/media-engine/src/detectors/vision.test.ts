import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LookQuestion } from '@redline/ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ask } from '../domain/detection.ts';
import { seeWithModel } from './vision.ts';

const ask: Ask = {
  scope: { accountId: 'acct_1', siteId: 'main', tenantId: '' },
  ...{ requestId: 'r1', platform: 'shortvideo_a', vertical: 'general' },
  ...{ productVertical: 'creator', sceneMode: 'content', types: null, audioTypes: null },
};
const labels = async () => [
  { label: 'weapons', about: 'The picture offers firearms.', types: ['VIOLENCE'] },
  { label: 'political-symbol', about: 'The picture shows a national flag.', types: ['POLITICS'] },
  { label: 'qr-code', about: 'The picture holds a QR code.', types: ['AD'] },
  { label: 'barcode', about: 'The picture holds a barcode.', types: ['AD'] },
  { label: 'nudity-suspected', about: 'The picture may show nudity.', types: ['PORN'] },
];

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redline-see-'));
  path = join(folder, 'picture.jpg');
  await writeFile(path, 'a picture');
});
afterAll(() => rm(folder, { recursive: true }));

function seeing(types: Ask['types']) {
  const asked: LookQuestion[] = [];
  const see = seeWithModel(async (question) => {
    asked.push(question);
    return question.labels.map(({ label }) => label).slice(0, 1);
  }, labels);
  return { asked, seen: see(path, { ...ask, types }, new AbortController().signal) };
}

describe('what a vision model is asked', () => {
  it('is the picture, and the labels that nobody else in the engine looks for', async () => {
    const { asked, seen } = seeing(null);
    expect(await seen).toEqual([{ detector: 'vision', label: 'weapons', words: null }]);
    expect(asked.map(({ picture }) => Buffer.from(picture.bytes).toString())).toEqual(['a picture']);
    expect(asked[0]?.labels).toEqual([
      { label: 'weapons', about: 'The picture offers firearms.' },
      { label: 'political-symbol', about: 'The picture shows a national flag.' },
    ]);
  });

  it('is only what the check asks for', async () => {
    const { asked, seen } = seeing(['POLITICS', 'PORN']);
    expect(await seen).toMatchObject([{ label: 'political-symbol' }]);
    expect(asked[0]?.labels.map(({ label }) => label)).toEqual(['political-symbol']);
  });
});
