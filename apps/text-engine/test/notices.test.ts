import { fileURLToPath } from 'node:url';
import { noticeRequests, type Scope } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNotices } from '../src/clients/judge/embedded-judge.ts';
import { newScope } from './engine.ts';
import { openEngineBed } from './engine-bed.ts';

const { bus, engine, dispose } = await openEngineBed();

beforeAll(async () => {
  const folder = fileURLToPath(new URL('../../../packs', import.meta.url));
  await engine({ notices: openNotices({ folder, compiledDir: null }, null) });
});
afterAll(dispose);

const mainScope = (tenantId = '') => newScope({ siteId: 'main', tenantId });
const find = async (scope: Scope, industry: 'legal' | 'occult') =>
  (await call(bus, noticeRequests.find, { scope, question: { productVertical: 'creator', industry } })).hits;
const dismiss = (scope: Scope, key: string) => call(bus, noticeRequests.dismiss, { scope, key });
const restore = (scope: Scope, key: string) => call(bus, noticeRequests.restore, { scope, key });
const keysOf = async (scope: Scope) => (await call(bus, noticeRequests.dismissals, { scope })).keys;

describe('a dismissed notice', () => {
  const key = 'qualification:法律服务';

  it('is still found, and said to be dismissed, until that is taken back', async () => {
    const scope = mainScope();
    expect(await find(scope, 'legal')).toMatchObject([{ dismissKey: key, dismissed: false }]);
    await dismiss(scope, key);
    expect(await find(scope, 'legal')).toMatchObject([{ dismissKey: key, dismissed: true }]);
    await restore(scope, key);
    expect(await find(scope, 'legal')).toMatchObject([{ dismissed: false }]);
    expect(await keysOf(scope)).toEqual([]);
  });

  it('is dismissed once, however often and by however many at the same time', async () => {
    const scope = mainScope('shop-1');
    await Promise.all(Array.from({ length: 20 }, () => dismiss(scope, key)));
    expect(await keysOf(scope)).toEqual([key]);
  });

  it('is dismissed for its tenant scope alone', async () => {
    const scope = mainScope('shop-1');
    await dismiss(scope, key);
    for (const other of [{ ...scope, tenantId: '' }, { ...scope, tenantId: 'shop-2' }, mainScope('shop-1')]) {
      expect(await keysOf(other)).toEqual([]);
    }
    await restore({ ...scope, tenantId: '' }, key);
    expect(await keysOf(scope)).toEqual([key]);
  });

  it('is none where it cannot be dismissed or is unknown: nothing is stored', async () => {
    const scope = mainScope();
    for (const other of ['prohibited:封建迷信', 'qualification:无此行业', 'x'.repeat(200)]) {
      await dismiss(scope, other);
    }
    expect(await keysOf(scope)).toEqual([]);
    expect(await find(scope, 'occult')).toMatchObject([{ dismissable: false, dismissed: false }]);
  });
});
