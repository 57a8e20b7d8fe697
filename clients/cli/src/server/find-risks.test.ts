import { answered, scriptedFetch } from '@redline/client/scripted-fetch';
import { describe, expect, it } from 'vitest';
import type { CopyPlace } from '../domain/result.ts';
import { findRisksBy } from './find-risks.ts';

const us: CopyPlace = {
  ...{ site: 'us', platform: 'dtc_us', vertical: 'beauty', locale: 'en-US' },
  ...{ productVertical: null, sceneMode: null },
};
const main: CopyPlace = {
  ...{ site: 'main', platform: 'shortvideo_a', vertical: 'beauty', locale: 'zh-CN' },
  ...{ productVertical: 'touliu', sceneMode: 'ad' },
};
const record = { id: 'text_1', object: 'intl_text_check', status: 'completed', fixStatus: null };
const clean = { ...record, risks: [], customRisks: [], semanticLabels: [] };

/** A server that gives these answers in turn, and what it was asked. */
function answering(...answers: readonly unknown[]) {
  const { fetch, sent } = scriptedFetch(...answers.map((data) => answered(data)));
  return { server: { url: 'https://redline.example', key: 'k', fetch }, sent };
}

describe('a text that a server judges', () => {
  it('is submitted by the contract of its site, to be charged once, and waits for its end', async () => {
    const { server, sent } = answering(clean, clean);
    await findRisksBy(server, us)('Soft cotton socks');
    await findRisksBy(server, main)('柔软的棉袜子，六双装，灰色');
    expect(sent.map(({ url, body }) => ({ path: url.pathname + url.search, body }))).toEqual([
      {
        path: '/v1/intl/us/text/checks?wait=30',
        body: { text: 'Soft cotton socks', platform: 'dtc_us', vertical: 'beauty', explainLocale: 'en-US' },
      },
      {
        path: '/v1/text/checks?wait=30',
        body: {
          ...{ text: '柔软的棉袜子，六双装，灰色', platform: 'shortvideo_a', industryVertical: 'beauty' },
          ...{ productVertical: 'touliu', sceneMode: 'ad' },
        },
      },
    ]);
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
    expect(keys).not.toContain(null);
  });

  it('is made one that the contract accepts, without moving its offsets', async () => {
    const { server, sent } = answering(clean);
    await findRisksBy(server, us)('a\0\ud800b');
    expect(sent[0]?.body).toMatchObject({ text: 'a\ufffd\ufffdb      ' });
  });

  it('is read anew where it has not ended yet', async () => {
    const { server, sent } = answering({ ...clean, status: 'processing' }, clean);
    expect(await findRisksBy(server, us)('Soft cotton socks')).toEqual([]);
    expect(sent[1]).toMatchObject({ method: 'GET', url: { pathname: '/v1/intl/us/text/checks/text_1' } });
  });

  it('has the risks of its record, its own words and what has no place', async () => {
    const risk = {
      ...{ id: 'us.ills.cures:-1', kind: 'violation', severity: 'high', startIndex: 0, endIndex: 4 },
      ...{ category: 'Ills', suggestion: null, legalRef: null, source: 'model', folds: [], newField: 1 },
    };
    const word = { matchedText: 'x', startIndex: 5, endIndex: 6, replacement: 'y', note: null };
    const { server } = answering({ ...record, risks: [risk], customRisks: [word], semanticLabels: ['Tone'] });
    const found = await findRisksBy(server, us)('cure x and more');
    expect(found).toMatchObject([
      {
        ruleId: 'us.ills.cures',
        start: 0,
        end: 4,
        suggestion: '',
        legalRef: '',
        source: 'model',
        tier: null,
      },
      { ruleId: 'redline.custom-word', kind: 'custom-word', start: 5, suggestion: 'Write “y”.' },
      { ruleId: 'redline.whole-text', start: -1, category: 'Tone' },
    ]);
  });

  it('has the tiers of the main site', async () => {
    const risk = {
      ...{ id: 'zh.a.b:0', kind: 'violation', severity: 'high', startIndex: 0, endIndex: 2, folds: [] },
      ...{ category: '疗效', suggestion: '删去', legalRef: null, source: 'rule' },
      ...{ tier: 'SOFT', tierLabel: '影响分发', tierReason: '…' },
    };
    const { server } = answering({ ...clean, object: 'text_check', risks: [risk] });
    expect(await findRisksBy(server, main)('根治的袜子，六双装，灰色')).toEqual([
      {
        ...{ ruleId: 'zh.a.b', kind: 'violation', severity: 'high', source: 'rule', start: 0, end: 2 },
        ...{ tier: 'SOFT', tierLabel: '影响分发', category: '疗效', suggestion: '删去' },
        ...{ legalRef: '', alsoFoundBy: [], laws: [] },
      },
    ]);
  });
});
