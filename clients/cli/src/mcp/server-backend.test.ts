import { answered, scriptedFetch } from '@redline/client/scripted-fetch';
import { describe, expect, it } from 'vitest';
import { placeOf } from '../domain/sites.ts';
import { serverBackend } from './server-backend.ts';

const address = { url: 'https://redline.example', key: 'k' };
const us = placeOf({ platform: 'dtc_us' });
const main = placeOf({ site: 'main', platform: 'shortvideo_a' });
const risk = {
  ...{ id: 'us.ills.cures:0', kind: 'violation', severity: 'high', startIndex: 0, endIndex: 4 },
  ...{ category: 'Ills', suggestion: null, legalRef: null, source: 'rule' },
};
const record = {
  ...{ id: 'text_1', object: 'intl_text_check', status: 'completed', fixStatus: null },
  ...{ risks: [risk], customRisks: [], semanticLabels: [] },
};

/** A server that gives these answers in turn, and what it was asked. */
function answering(...answers: readonly unknown[]) {
  const { fetch, sent } = scriptedFetch(...answers.map((data) => answered(data)));
  return { server: { ...address, fetch }, sent };
}

describe('a rewrite by a server', () => {
  it('is asked for only where there is something to rewrite, since it is charged', async () => {
    const { server, sent } = answering({ ...record, risks: [{ ...risk, kind: 'scene-hint' }] });
    const fixed = await serverBackend(server).fix('cure a cold', us, 'precise');
    expect(fixed).toMatchObject({
      text: 'cure a cold',
      isAccepted: true,
      risksLeft: [{ kind: 'scene-hint' }],
    });
    expect(sent.length).toBe(1);
  });

  it('is read anew where the answer came before its end', async () => {
    const accepted = { id: 'text_1', object: 'us_text_check', fixStatus: 'processing' };
    const ended = { ...record, fixStatus: 'completed', fixedText: 'a cold' };
    const { server, sent } = answering(record, accepted, ended);
    const fixed = await serverBackend(server).fix('cure a cold', us, 'precise');
    expect(fixed).toEqual({ text: 'a cold', isAccepted: true, reason: null, risksLeft: null });
    expect(sent.map(({ url }) => url.pathname)).toEqual([
      '/v1/intl/us/text/checks',
      '/v1/intl/us/text/checks/text_1/fix',
      '/v1/intl/us/text/checks/text_1',
    ]);
  });

  it('that failed leaves the text as it was', async () => {
    const { server } = answering(record, { ...record, fixStatus: 'failed', fixedText: 'a cold' });
    expect(await serverBackend(server).fix('cure a cold', us, 'precise')).toMatchObject({
      ...{ text: 'cure a cold', isAccepted: false, reason: 'failed' },
    });
  });

  it('is by the strategy on the main site, and says why it is not accepted', async () => {
    const version = { fixedText: '袜子', accepted: false, reason: 'nothing_left' };
    const { server, sent } = answering(record, { ...record, object: 'text_check', fixes: [version] });
    const fixed = await serverBackend(server).fix('根治的袜子', main, 'rewrite');
    expect(fixed).toMatchObject({ text: '袜子', isAccepted: false, reason: 'nothing_left' });
    expect(sent[1]?.body).toEqual({ strategy: 'rewrite', mode: 'content' });
  });
});

describe('calls by a server', () => {
  it('are eight at a time, and more are refused until one has ended', async () => {
    const { promise: end, resolve: endAll } = Promise.withResolvers<void>();
    const fetch = async () => {
      await end;
      return answered(record);
    };
    const backend = serverBackend({ ...address, fetch });
    const running = Array.from({ length: 8 }, () => backend.check('cure a cold', us));
    await expect(backend.check('cure a cold', us)).rejects.toThrow('8 calls wait for the server already');
    endAll();
    await Promise.all(running);
    expect((await backend.check('cure a cold', us)).risks.length).toBe(1);
  });
});
