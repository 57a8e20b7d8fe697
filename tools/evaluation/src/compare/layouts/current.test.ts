import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { TextInput } from '../inputs/input.ts';
import { findLayout } from './find-layout.ts';
import { answer } from './layout.ts';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const tree = await findLayout(root).open(root);

const input: TextInput = {
  kind: 'text',
  id: 'one',
  site: 'us',
  text: 'Our drops cure arthritis in three days. Our moss does not cure diabetes.',
  selection: { platform: 'dtc_us', vertical: 'supplement' },
  customWords: [
    { word: 'moss', matchType: 'keyword', library: 'general', replacement: 'fern', note: 'A note' },
  ],
  isMedia: true,
};

it('answers for every part of the product from this checkout, in every locale and without content hashes', async () => {
  const answers = await answer(tree, input);
  const finding = {
    ruleId: expect.stringMatching(/^us\./),
    matchedText: expect.any(String),
    wording: expect.objectContaining({ category: { 'en-US': 'Disease claim', 'zh-CN': expect.any(String) } }),
  };
  const custom = { matchedText: 'moss', replacement: 'fern', note: 'A note' };
  expect(answers).toMatchObject({
    verdict: {
      riskLevel: 'high',
      findings: expect.arrayContaining([expect.objectContaining(finding)]),
      customFindings: [custom],
      considered: [{ because: 'negation', reason: { 'en-US': expect.any(String) } }],
      pack: { id: 'us', version: expect.any(String) },
    },
    considered: [{ because: 'negation' }],
    stored: {
      findings: [{ wordingId: expect.any(String) }],
      considered: [{ wordingId: expect.any(String) }],
    },
    records: { 'en-US': { riskLevel: 'high', risks: [{}] }, 'zh-CN': { customRisks: [custom] } },
    batchItem: { riskCount: 1 },
    secondReview: { language: 'en', topics: expect.any(Array) },
    picture: { findings: [{ types: expect.any(Array) }] },
    voiceover: { findings: [{ replacement: null }], customFindings: [custom] },
  });
  expect(JSON.stringify(answers)).not.toContain('contentHash');
});

it('gives the verdict alone as it gives it among the answers', async () => {
  const { customWords: _, isMedia: __, ...text } = input;
  const { riskLevel, findings } = tree.verdictOn(text);
  const { verdict } = await answer(tree, { ...input, customWords: [] });
  expect(verdict).toMatchObject({ riskLevel, findings });
});

it('answers for rewrites, notices and packs', async () => {
  const { site, text, selection, customWords } = input;
  const order = { site, text, selection, customWords, strategy: 'rewrite', mode: 'content' } as const;
  expect(await answer(tree, { kind: 'rewrite', id: 'two', ...order })).toMatchObject({
    rewrite: { accepted: true, text: expect.stringContaining('fern') },
    left: { findings: [] },
  });
  const question = { productVertical: 'creator', industry: 'realestate', text: '' };
  expect(await answer(tree, { kind: 'notice', id: 'three', question, isDismissed: true })).toMatchObject({
    notices: [{ dismissed: true }],
  });
  const pack = await answer(tree, { kind: 'pack', id: 'four', site: 'main' });
  expect(Object.keys(pack).sort()).toEqual(['dismissable', 'labels', 'reasons', 'version', 'wordings']);
});

it('gives the examples, the corpus and the texts of notices that inputs are made of', () => {
  const { examples, dimensions } = tree.material('id');
  expect(examples.length).toBeGreaterThan(500);
  expect(Object.keys(dimensions)).toContain('platform');
  expect(tree.noticeTexts().length).toBeGreaterThan(20);
});
