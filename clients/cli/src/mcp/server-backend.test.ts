import { describe, expect, it } from 'vitest';
import { placeOf } from '../domain/sites.ts';
import type { Request } from '../server/request.ts';
import { serverBackend } from './server-backend.ts';

const server = { url: 'https://redline.example', key: 'k' };
const us = placeOf({ platform: 'dtc_us' });
const main = placeOf({ site: 'main', platform: 'shortvideo_a' });
const risk = {
  ...{ id: 'us.ills.cures:0', kind: 'violation', severity: 'high', startIndex: 0, endIndex: 4 },
  ...{ category: 'Ills', suggestion: null, legalRef: null, source: 'rule' },
};
const record = { id: 'text_1', status: 'completed', risks: [risk] };

/** A server that gives these answers in turn, and what it was asked. */
function answering(...answers: readonly unknown[]) {
  const asked: Request[] = [];
  const ask = async (_: unknown, request: Request): Promise<unknown> => {
    asked.push(request);
    return answers[asked.length - 1];
  };
  return { ask, asked };
}

describe('a rewrite by a server', () => {
  it('is asked for only where there is something to rewrite, since it is charged', async () => {
    const { ask, asked } = answering({ ...record, risks: [{ ...risk, kind: 'scene-hint' }] });
    const fixed = await serverBackend(server, ask).fix('cure a cold', us, 'precise');
    expect(fixed).toMatchObject({
      text: 'cure a cold',
      isAccepted: true,
      risksLeft: [{ kind: 'scene-hint' }],
    });
    expect(asked.length).toBe(1);
  });

  it('is read anew where the answer came before its end', async () => {
    const accepted = { id: 'text_1', object: 'us_text_check', fixStatus: 'processing' };
    const ended = { ...record, fixStatus: 'completed', fixedText: 'a cold' };
    const { ask, asked } = answering(record, accepted, ended);
    const fixed = await serverBackend(server, ask).fix('cure a cold', us, 'precise');
    expect(fixed).toEqual({ text: 'a cold', isAccepted: true, reason: null, risksLeft: null });
    expect(asked.map(({ path }) => path.replace(/\?.*/, ''))).toEqual([
      '/v1/intl/us/text/checks',
      '/v1/intl/us/text/checks/text_1/fix',
      '/v1/intl/us/text/checks/text_1',
    ]);
  });

  it('that failed leaves the text as it was', async () => {
    const { ask } = answering(record, { ...record, fixStatus: 'failed', fixedText: null });
    expect(await serverBackend(server, ask).fix('cure a cold', us, 'precise')).toMatchObject({
      ...{ text: 'cure a cold', isAccepted: false, reason: 'failed' },
    });
  });

  it('is by the strategy on the main site, and says why it is not accepted', async () => {
    const version = { fixedText: '袜子', accepted: false, reason: 'nothing_left' };
    const { ask, asked } = answering(record, { ...record, fixStatus: null, fixes: [version] });
    const fixed = await serverBackend(server, ask).fix('根治的袜子', main, 'rewrite');
    expect(fixed).toMatchObject({ text: '袜子', isAccepted: false, reason: 'nothing_left' });
    expect(asked[1]?.body).toEqual({ strategy: 'rewrite', mode: 'content' });
  });
});

describe('calls by a server', () => {
  it('are eight at a time, and more are refused until one has ended', async () => {
    const ends: (() => void)[] = [];
    const ask = () => new Promise<unknown>((resolve) => ends.push(() => resolve(record)));
    const backend = serverBackend(server, ask);
    const running = Array.from({ length: 8 }, () => backend.check('cure a cold', us));
    await expect(backend.check('cure a cold', us)).rejects.toThrow('8 calls wait for the server already');
    for (const end of ends) end();
    await Promise.all(running);
    const next = backend.check('cure a cold', us);
    ends.at(-1)?.();
    expect((await next).risks.length).toBe(1);
  });
});
