import { describe, expect, it } from 'vitest';
import type { CopyPlace } from '../domain/result.ts';
import { findRisksBy } from './find-risks.ts';
import type { Request } from './request.ts';

const server = { url: 'https://redline.example', key: 'k' };
const us: CopyPlace = {
  ...{ site: 'us', platform: 'dtc_us', vertical: 'beauty', locale: 'en-US' },
  ...{ productVertical: null, sceneMode: null },
};
const main: CopyPlace = {
  ...{ site: 'main', platform: 'shortvideo_a', vertical: 'beauty', locale: 'zh-CN' },
  ...{ productVertical: 'touliu', sceneMode: 'ad' },
};
const record = { id: 'text_1', status: 'completed', risks: [], customRisks: [], semanticLabels: [] };

/** A server that gives these answers in turn, and what it was asked. */
function answering(...answers: readonly unknown[]) {
  const asked: Request[] = [];
  const ask = async (_: unknown, request: Request): Promise<unknown> => {
    asked.push(request);
    return answers[asked.length - 1];
  };
  return { ask, asked };
}

describe('a text that a server judges', () => {
  it('is submitted by the contract of its site, to be charged once, and waits for its end', async () => {
    const { ask, asked } = answering(record, record);
    await findRisksBy(server, us, ask)('Soft cotton socks');
    await findRisksBy(server, main, ask)('柔软的棉袜子，六双装，灰色');
    expect(asked).toMatchObject([
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
    const keys = asked.map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(2);
    expect(keys).not.toContain(undefined);
  });

  it('is made one that the contract accepts, without moving its offsets', async () => {
    const { ask, asked } = answering(record);
    await findRisksBy(server, us, ask)('a\0\ud800b');
    expect(asked[0]?.body).toMatchObject({ text: 'a\ufffd\ufffdb      ' });
  });

  it('is polled where it has not ended yet', async () => {
    const { ask, asked } = answering({ ...record, status: 'processing' }, record);
    expect(await findRisksBy(server, us, ask)('Soft cotton socks')).toEqual([]);
    expect(asked[1]).toEqual({ path: '/v1/intl/us/text/checks/text_1' });
  });

  it('has the risks of its record, its own words and what has no place', async () => {
    const risk = {
      ...{ id: 'us.ills.cures:-1', kind: 'violation', severity: 'high', startIndex: 0, endIndex: 4 },
      ...{ category: 'Ills', suggestion: null, legalRef: null, source: 'model', folds: [], newField: 1 },
    };
    const word = { matchedText: 'x', startIndex: 5, endIndex: 6, replacement: 'y', note: null };
    const { ask } = answering({ ...record, risks: [risk], customRisks: [word], semanticLabels: ['Tone'] });
    expect(await findRisksBy(server, us, ask)('cure x and more')).toMatchObject([
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

  it('that fails is an error in the words of the server, and so is an answer that is no record', async () => {
    const failed = { ...record, status: 'failed', failure: { code: 'internal', message: 'submit it again' } };
    await expect(async () => findRisksBy(server, us, answering(failed).ask)('Soft cotton')).rejects.toThrow(
      'the check text_1 has failed: submit it again',
    );
    await expect(async () => findRisksBy(server, us, answering({}).ask)('Soft cotton')).rejects.toThrow(
      'has answered a record that is not understood',
    );
  });
});
