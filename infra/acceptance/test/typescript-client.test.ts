import { readFile } from 'node:fs/promises';
import { type Clients, createClient, type ReportEvent, type SiteId, sliceOf } from '@redline/client';
import { typesOfDocument } from '@redline/client/generate';
import { makePicture, makeVideo } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeOf, plansOf, textsOf } from '../src/batches.ts';
import { chargesOf } from '../src/charges.ts';
import { exchange } from '../src/exchange.ts';
import { contactOn, hasMedia } from '../src/media-words.ts';
import { type Customer, enter, type World } from '../src/world.ts';

/** The TypeScript client against the product: what its README says, on every site. */
let world: World;
beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

interface Opened<S extends SiteId> {
  readonly customer: Customer;
  readonly redline: Clients[S];
}

const clientOf = <S extends SiteId>(site: S, apiKey: string, ownFetch?: typeof fetch): Clients[S] =>
  createClient({ baseUrl: world.deployment.baseUrl, apiKey, site, fetch: ownFetch });

/** Opens an account of a site, on the plan that batches need, with its client. */
async function open<S extends SiteId>(site: S, credits = 1_000): Promise<Opened<S>> {
  const customer = await world.createCustomer({ site, plan: plansOf[site].from, credits });
  return { customer, redline: clientOf(site, customer.key) };
}

const body = {
  us: { ...placeOf.us, text: textsOf.us[1], explainLocale: 'en-US' },
  id: { ...placeOf.id, text: textsOf.id[1], explainLocale: 'id-ID' },
  main: { ...placeOf.main, text: textsOf.main[1] },
} as const;
const media = { imageTitle: 'A picture', videoTitle: 'A video' };
const seconds = 6;
const waitMs = 180_000;

describe('the types of the client', () => {
  it('are what the product serves: `npx pnpm generate` in clients/typescript writes them anew', async () => {
    const { body: document } = await exchange(world.deployment.baseUrl, { path: '/openapi.json' });
    const committed = new URL('contract/schemas.ts', import.meta.resolve('@redline/client'));
    expect(await typesOfDocument(document as Parameters<typeof typesOfDocument>[0])).toBe(
      await readFile(committed, 'utf8'),
    );
  });
});

describe('a text', () => {
  it('is submitted and waited for on the US site, rewritten, and deleted', async () => {
    const { customer, redline } = await open('us', 100);
    const { text } = redline.checks;
    const drops = { ...body.us, text: 'Fern drops, 30 ml. They cure arthritis in two weeks.' };
    expect(await text.quote(drops)).toMatchObject({ creditCost: 2, isCovered: true });
    const check = await text.create(drops).wait();
    expect(check).toMatchObject({ status: 'completed', riskLevel: 'high', creditCost: 2 });
    for (const risk of check.risks) expect(sliceOf(check.text, risk)).toBe(risk.matchedText);
    const { creditCost: _, ...stored } = check;
    expect(await text.get(check.id)).toEqual(stored);
    expect((await text.quoteFix(check.id)).creditCost).toBe(3);
    const fixed = await text.fix(check.id).wait();
    expect(fixed).toMatchObject({ fixStatus: 'completed', creditCost: 3 });
    expect(fixed.fixedText).toContain('30 ml');
    expect(fixed.fixedText).not.toContain('arthritis');
    expect((await chargesOf(world, customer)).map(({ amount }) => amount).sort()).toEqual([2, 3]);
    expect(await text.delete(check.id)).toMatchObject({ id: check.id, deleted: true });
    await expect(text.get(check.id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  it('is submitted and waited for on the Indonesian site', async () => {
    const { redline } = await open('id');
    const check = await redline.checks.text.create(body.id).wait();
    expect(check).toMatchObject({ status: 'completed', riskLevel: 'high', vertical: 'health' });
  });

  it('is submitted, waited for and rewritten precisely on the Chinese site', async () => {
    const { redline } = await open('main');
    const check = await redline.checks.text.create(body.main).wait();
    expect(check).toMatchObject({ status: 'completed', riskLevel: 'REJECT', productVertical: 'creator' });
    const fixed = await redline.checks.text.fix(check.id, { strategy: 'precise', mode: 'ad' }).wait();
    expect(fixed).toMatchObject({ fixStatus: null, fixes: [{ version: 1, strategy: 'precise' }] });
  });

  it('is polled where nobody asked the server to wait', async () => {
    const { redline } = await open('us');
    const accepted = await redline.checks.text.create(body.us);
    expect(accepted).toMatchObject({ object: 'intl_text_check', status: 'processing', creditCost: 2 });
    expect(await redline.checks.text.wait(accepted.id)).toMatchObject({ status: 'completed' });
  });

  it('submitted again with its key is the same check and one charge', async () => {
    const { customer, redline } = await open('us', 100);
    const options = { idempotencyKey: 'listing-1' };
    const both = await Promise.all([
      redline.checks.text.create(body.us, options),
      redline.checks.text.create(body.us, options),
    ]);
    const again = await redline.checks.text.create(body.us, options).wait();
    expect(both.map(({ id }) => id)).toEqual([again.id, again.id]);
    expect((await chargesOf(world, customer)).map(({ amount }) => amount)).toEqual([2]);
    const other = { ...body.us, text: textsOf.us[0] };
    await expect(redline.checks.text.create(other, options)).rejects.toMatchObject({
      status: 400,
      code: 'idempotency_key_reused',
    });
  });

  it('whose answer was lost is charged once', async () => {
    const customer = await world.createCustomer({ credits: 100 });
    let answers = 0;
    const losing: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      answers += 1;
      if (answers > 1) return answer;
      await answer.arrayBuffer();
      throw new TypeError('terminated');
    };
    const check = await clientOf('us', customer.key, losing).checks.text.create(body.us).wait();
    expect([answers, check.status]).toEqual([2, 'completed']);
    expect((await chargesOf(world, customer)).map(({ amount }) => amount)).toEqual([2]);
  });
});

describe('a list', () => {
  it('goes over all pages, newest first, and is another one for another tenant', async () => {
    const { redline } = await open('us');
    const { text } = redline.checks;
    const ids: string[] = [];
    for (let left = 5; left > 0; left -= 1) ids.unshift((await text.create(body.us)).id);
    const endTenant = 'shop-1';
    const theirs = await text.create(body.us, { endTenant }).wait();
    const listed = async (of: AsyncIterable<{ readonly id: string }>) => {
      const found: string[] = [];
      for await (const { id } of of) found.push(id);
      return found;
    };
    expect(await listed(text.list({ pageSize: 2 }))).toEqual(ids);
    expect(await listed(text.list({ pageSize: 2, limit: 3 }))).toEqual(ids.slice(0, 3));
    expect(await text.list({ pageSize: 2 }).page(3)).toMatchObject({ page: 3, total: 5, hasMore: false });
    expect(await listed(text.list({}, { endTenant }))).toEqual([theirs.id]);
    await expect(text.get(theirs.id)).rejects.toMatchObject({ status: 404 });
  });

  it('of the Chinese site is filtered', async () => {
    const { redline } = await open('main');
    const { text } = redline.checks;
    const { id } = await text.create(body.main).wait();
    const plain = { ...body.main, text: textsOf.main[0] };
    await text.create(plain).wait();
    const page = await text.list({ keyword: '湿疹', productVertical: 'creator' }).page();
    expect(page.data.map((item) => item.id)).toEqual([id]);
  });
});

describe('a refusal', () => {
  it('of the credits says how many are missing', async () => {
    const { redline } = await open('us', 1);
    await expect(redline.checks.text.create(body.us).wait()).rejects.toMatchObject({
      name: 'RedlineError',
      status: 402,
      code: 'insufficient_credits',
      requiredCredits: 2,
      currentBalance: 1,
    });
  });

  it('of the plan names the one that is needed', async () => {
    const customer = await world.createCustomer({ plan: plansOf.us.below });
    const batch = { name: 'May', ...placeOf.us, texts: [textsOf.us[0]] };
    await expect(clientOf('us', customer.key).batches.create(batch)).rejects.toMatchObject({
      status: 403,
      code: 'plan_required',
      requiredPlan: 'premium',
    });
  });

  it('of the body has each fault by itself, and of the key its code', async () => {
    const { redline, customer } = await open('us');
    const wrong = { ...body.us, text: 'short', platform: 'nowhere' as 'dtc_us' };
    const refused = redline.checks.text.create(wrong);
    await expect(refused).rejects.toMatchObject({
      status: 400,
      code: 'invalid_request',
      requestId: expect.any(String),
      message: expect.stringContaining('text must have 10 to 5000 characters'),
      issues: [
        { path: 'text', message: expect.any(String) },
        { path: 'platform', message: expect.any(String) },
      ],
    });
    await expect(clientOf('id', customer.key).account.get()).rejects.toMatchObject({
      status: 401,
      code: 'unauthorized',
    });
  });
});

describe('custom words', () => {
  it.each(['us', 'id', 'main'] as const)(
    'are added, listed, changed and removed on the site %s',
    async (site) => {
      const { redline } = await open(site);
      const rules = redline.customRules;
      const rule = await rules.create({ keyword: 'Zirbelquark', replacement: 'Quark' });
      expect(
        await rules.import({ items: [{ keyword: 'Zirbelquark' }, { keyword: 'Nusskipferl' }] }),
      ).toMatchObject({
        imported: 1,
        skippedDuplicate: 1,
      });
      expect(await rules.list()).toMatchObject({ total: 2 });
      expect(await rules.list({ endTenant: 'shop-1' })).toMatchObject({ total: 0 });
      expect(await rules.quota()).toMatchObject({ used: 2, isPaid: true });
      expect(await rules.update(rule.id, { note: 'a rival', replacement: null })).toMatchObject({
        note: 'a rival',
        replacement: null,
      });
      expect(await rules.updateSettings({ enabled: false })).toMatchObject({ enabled: false });
      expect((await rules.settings()).enabled).toBe(false);
      expect(await rules.delete(rule.id)).toMatchObject({ deleted: true });
      await expect(rules.create({ keyword: 'Nusskipferl' })).rejects.toMatchObject({ status: 400 });
    },
  );
});

describe('qualification notices of the Chinese site', () => {
  it('are found, dismissed and restored', async () => {
    const { redline } = await open('main');
    const { qualifications } = redline;
    const question = { productVertical: 'creator', industry: 'medical-beauty' } as const;
    const { hits } = await qualifications.findNotices(question);
    const { dismissKey } = hits.find((hit) => hit.dismissable) ?? { dismissKey: '' };
    expect(await qualifications.dismiss({ dismissKey })).toEqual({ ok: true });
    expect(await qualifications.listDismissals()).toEqual({ keys: [dismissKey] });
    expect(await qualifications.restore(dismissKey)).toEqual({ ok: true });
    expect(await qualifications.listDismissals()).toEqual({ keys: [] });
  });
});

describe.skipIf(!hasMedia)('files', () => {
  const upload = async (redline: Clients['us' | 'id' | 'main'], kind: 'image' | 'video', made: Buffer) =>
    redline.uploads.create({
      kind,
      file: new Blob([new Uint8Array(made)]),
      filename: kind === 'image' ? 'a.jpg' : 'a.mp4',
    });

  it(
    'are uploaded, checked as an image, and checked in a batch, on every site',
    async () => {
      const picture = await makePicture(contactOn.us);
      for (const site of ['us', 'id', 'main'] as const) {
        const { redline } = await open(site);
        const { url, sizeBytes } = await upload(redline, 'image', picture);
        expect(sizeBytes).toBe(picture.length);
        const image = { imageUrl: url, imageTitle: media.imageTitle, imageSize: sizeBytes };
        const check = await redline.checks.image.create(image);
        expect([site, check.status, check.labels.length > 0]).toEqual([site, 'completed', true]);
        expect(check.riskLevel).not.toBe('PASS');
        expect(await redline.checks.image.list().page()).toMatchObject({
          total: 1,
          data: [{ id: check.id }],
        });
      }
      const { redline } = await open('us');
      const { url, sizeBytes: size } = await upload(redline, 'image', picture);
      const items = { texts: textsOf.us, images: [{ url, name: 'A picture', size }] };
      const batch = await redline.batches.create({ name: 'May', ...placeOf.us, ...items }).wait();
      expect(batch).toMatchObject({ status: 'completed', result: 'REJECT' });
      expect(batch.items.map(({ kind, status }) => [kind, status])).toEqual([
        ['text', 'completed'],
        ['text', 'completed'],
        ['image', 'completed'],
      ]);
      await expect(
        redline.uploads.create({ kind: 'image', file: new Uint8Array(9), filename: 'a.jpg' }),
      ).rejects.toMatchObject({ status: 415 });
    },
    waitMs,
  );

  it(
    'that are videos are waited for with their transcript, and reported in a stream that goes on after it broke',
    async () => {
      const { customer, redline } = await open('main');
      const video = await makeVideo({ words: contactOn.main, seconds, said: ['我家的面膜三天根治湿疹。'] });
      const { url, sizeBytes } = await upload(redline, 'video', video);
      const { id, status, transcript } = await redline.checks.video
        .create({
          videoUrl: url,
          videoTitle: media.videoTitle,
          videoSize: Math.max(0.01, sizeBytes / 1e6),
          videoDuration: seconds,
        })
        .wait();
      expect([status, transcript.status]).toEqual(['completed', 'completed']);
      expect(await redline.reports.latest(id)).toBeNull();
      expect((await redline.reports.quote(id)).creditCost).toBe(10);
      const broken = { count: 0 };
      const breaking = clientOf('main', customer.key, breakingFirst(broken));
      const events: ReportEvent[] = [];
      for await (const event of breaking.reports.stream(id)) events.push(event);
      expect(broken.count).toBe(2);
      const numbers = events.map((event) => Number(event.id.split(':')[1]));
      expect(numbers).toEqual(numbers.map((_, at) => at + 1));
      expect(events.at(-1)?.event).toBe('complete');
      const written = events
        .map((event) => (event.event === 'report_chunk' ? event.data.chunk : ''))
        .join('');
      expect(await redline.reports.latest(id)).toMatchObject({ videoCheckId: id, content: written });
      const reports = (await chargesOf(world, customer)).filter(({ amount }) => amount === 10);
      expect(reports).toHaveLength(1);
      const seen = events.at(-1)?.id;
      for await (const event of redline.reports.stream(id, { lastEventId: seen }))
        throw new Error(event.event);
    },
    waitMs,
  );
});

/** A `fetch` whose first two streams break after some bytes, as a connection does that a proxy closes. */
function breakingFirst(broken: { count: number }): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    if (answer.body === null || broken.count === 2) return answer;
    broken.count += 1;
    const reader = answer.body.getReader();
    let left = 400;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done || left <= 0) {
          await reader.cancel();
          return controller.error(new TypeError('terminated'));
        }
        const part = value.slice(0, left);
        left -= part.length;
        controller.enqueue(part);
      },
      cancel: () => reader.cancel(),
    });
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}
