import { randomUUID } from 'node:crypto';
import { makePicture, makeVideo } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBatches, plansOf, textsOf } from '../src/batches.ts';
import { type MediaClient, mediaClient } from '../src/media-client.ts';
import { hasMedia } from '../src/media-words.ts';
import * as shapes from '../src/shapes.ts';
import { enter, type SiteName, type World } from '../src/world.ts';

/**
 * The wall between scopes, tried on every operation that the deployment itself documents: one that is added later is tried
 * too, and one whose path names a record of an unknown kind fails here until it is told.
 */
let world: World;
beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

const waitMs = 60_000;
const prefixes: Readonly<Record<SiteName, string>> = { us: '/v1/intl/us', id: '/v1/intl/id', main: '/v1' };
const elsewhere: Readonly<Record<SiteName, SiteName>> = { us: 'id', id: 'main', main: 'us' };

interface Operation {
  readonly method: string;
  /** Without the site's prefix. */
  readonly path: string;
}

/** Returns the documented operations of a site. */
function operationsOf(site: SiteName): Operation[] {
  const prefix = `${prefixes[site]}/`;
  return Object.entries(world.contract.document.paths)
    .filter(([path]) => path.startsWith(prefix) && (site !== 'main' || !path.startsWith('/v1/intl/')))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase(),
        path: path.slice(prefix.length - 1),
      })),
    );
}

/** The kinds of records that a path can name, by what stands before the id. */
const kinds = [
  '/text/checks',
  '/image/checks',
  '/video/checks',
  '/batches',
  '/custom-rules',
  '/webhook-endpoints',
] as const;
type Kind = (typeof kinds)[number];

const placeOf = {
  us: { platform: 'dtc_us', vertical: 'supplement' },
  id: { platform: 'marketplace_b', vertical: 'health' },
  main: { platform: 'shortvideo_a', industryVertical: 'general' },
} as const;

const idOf = (answer: { readonly status: number; readonly body: unknown; readonly text: string }): string => {
  if (answer.status !== 201) throw new Error(`expected 201: ${answer.status} ${answer.text}`);
  return (answer.body as { data: { id: string } }).data.id;
};

/** Makes one record of each kind, all of which hold the mark. */
async function fill<S extends SiteName>(client: MediaClient<S>, site: S, mark: string) {
  const text = `${textsOf[site][0]} ${mark}`;
  const { platform, ...vertical } = placeOf[site];
  const picture = await client.upload('image', await makePicture('Sunday opening hours'));
  const video = await client.upload(
    'video',
    await makeVideo({ seconds: 2, isSilent: true, words: 'Sunday opening hours' }),
  );
  const vertically = site === 'main' ? { productVertical: 'creator', ...vertical } : vertical;
  return {
    '/text/checks': idOf(await client.ask('POST', '/text/checks', { text, platform, ...vertical })),
    '/image/checks': idOf(await client.askImage(picture, { imageTitle: mark, platform })),
    '/video/checks': idOf(await client.askVideo(video, 2, { videoTitle: mark, platform })),
    '/batches': idOf(
      await client.ask('POST', '/batches', { name: mark, platform, ...vertically, texts: [text] }),
    ),
    '/custom-rules': idOf(await client.ask('POST', '/custom-rules', { keyword: mark })),
    '/webhook-endpoints': idOf(
      await client.ask('POST', '/webhook-endpoints', { url: `https://shop.example/${mark}` }),
    ),
  } satisfies Record<Kind, string>;
}

/** Returns clients that must see nothing: a stranger's, a tenant's of the owner, and the owner's on another site. */
async function strangersOf<S extends SiteName>(site: S, owner: { accountId: string; key: string }) {
  const other = elsewhere[site];
  const plan = ['--account', owner.accountId, '--site', other, '--plan', plansOf[other].from];
  await world.operate('plan', 'set', ...plan);
  const elsewhereKey = await world.createKey(owner, other);
  return {
    'another account': [site, (await openBatches(world, site)).client],
    'another tenant': [site, mediaClient(world, site, owner.key, { 'x-end-tenant': 'shop-1' })],
    'another site': [other, mediaClient(world, other, elsewhereKey.key)],
  } as const;
}

describe.runIf(hasMedia)('what a scope has on the site', () => {
  it.each(['us', 'id', 'main'] as const)(
    '%s is there for nobody else, by any operation that is documented',
    async (site) => {
      const mark = `mark${randomUUID().slice(0, 8)}`;
      const { customer } = await openBatches(world, site);
      const client = mediaClient(world, site, customer.key);
      const ids = await fill(client, site, mark);
      const own = operationsOf(site);
      expect(own.length).toBeGreaterThan(20);
      const strangers = Object.entries(await strangersOf(site, customer));
      for (const [who, [where, stranger]] of strangers) {
        const documented = operationsOf(where).map(({ method, path }) => `${method} ${path}`);
        for (const { method, path } of own.filter((one) =>
          documented.includes(`${one.method} ${one.path}`),
        )) {
          const tried = `${who}: ${method} ${path}`;
          if (path.includes('{')) {
            const kind = kinds.find((one) => path.startsWith(`${one}/{id}`));
            if (!kind) throw new Error(`of which kind is the record of ${path}?`);
            const body = method === 'PATCH' ? { enabled: false } : undefined;
            const answer = await stranger.ask(method, path.replace('{id}', ids[kind]), body);
            expect([tried, answer.status]).toEqual([tried, 404]);
            expect(shapes.failure(404).parse(answer.body).code).toBe('not_found');
          } else if (method === 'GET') {
            const answer = await stranger.ask(method, path);
            expect([tried, answer.status]).toEqual([tried, 200]);
            expect([tried, answer.text]).toEqual([tried, expect.not.stringContaining(mark)]);
            for (const id of Object.values(ids)) expect(answer.text).not.toContain(id);
          }
        }
      }
      // Nothing of it was deleted or changed on the way, and the owner's own pages do show it.
      for (const [kind, id] of Object.entries(ids)) {
        const page = await client.ask('GET', kind);
        expect([kind, page.text]).toEqual([kind, expect.stringContaining(id)]);
        if (kind !== '/custom-rules') expect((await client.ask('GET', `${kind}/${id}`)).status).toBe(200);
      }
      for (const kind of ['/custom-rules', '/webhook-endpoints']) {
        expect((await client.ask('GET', kind)).text).toMatch(/"enabled":true/);
      }
    },
    waitMs,
  );
});
