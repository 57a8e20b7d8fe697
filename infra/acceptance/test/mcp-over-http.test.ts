import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { makePicture } from '@redline/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../src/exchange.ts';
import { mediaClient, openMedia } from '../src/media-client.ts';
import { hasMedia } from '../src/media-words.ts';
import { accountPath } from '../src/text-checks.ts';
import { enter, type SiteName, type World } from '../src/world.ts';

/** The Model Context Protocol at the gateway: each call of a tool is a submission, with all that belongs to one. */
let world: World;
beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

const urlOf = (site: SiteName) => new URL(`/mcp/${site}`, world.deployment.baseUrl);

async function connect(site: SiteName, key: string, headers: Record<string, string> = {}) {
  const client = new Client({ name: 'acceptance', version: '1.0.0' });
  const errors: Error[] = [];
  client.onerror = (error) => errors.push(error);
  open.push(client);
  const transport = new StreamableHTTPClientTransport(urlOf(site), {
    requestInit: { headers: { authorization: `Bearer ${key}`, ...headers } },
  });
  await client.connect(transport);
  // With this the client checks each answer against the schema of its tool.
  const { tools } = await client.listTools();
  const call = async (name: string, args: Record<string, unknown>) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
    const [first] = content as { text: string }[];
    return { data: structuredContent as Data, text: first?.text ?? '', isError };
  };
  return { tools, call, errors, sessionId: transport.sessionId };
}

type Data = Record<string, unknown> & { readonly id: string };

const rows: readonly {
  readonly site: SiteName;
  readonly plan: string;
  readonly body: Record<string, unknown>;
  readonly words: string;
  readonly riskLevel: string;
}[] = [
  {
    ...{ site: 'us', plan: 'premium', words: 'cure arthritis', riskLevel: 'high' },
    body: {
      text: 'Mint and lemon. Our drops cure arthritis in two weeks. Thirty to a tin.',
      ...{ platform: 'dtc_us', vertical: 'supplement', explainLocale: 'en-US' },
    },
  },
  {
    ...{ site: 'id', plan: 'flagship', words: 'menyembuhkan diabetes', riskLevel: 'high' },
    body: {
      text: 'Rasa mint dan lemon. Obat ini menyembuhkan diabetes 100%. Isi tiga puluh.',
      ...{ platform: 'shortvideo_id', vertical: 'general' },
    },
  },
  {
    ...{ site: 'main', plan: 'premium', words: '根治', riskLevel: 'REJECT' },
    body: {
      text: '柔软的棉袜子，六双装。全网最好用的祛斑霜，七天根治黄褐斑。',
      ...{ platform: 'shortvideo_a', industryVertical: 'general' },
    },
  },
];

describe.each(rows)('MCP over HTTP on the site $site', ({ site, plan, body, words, riskLevel }) => {
  it('finds a risk and rewrites the text; each call is charged once, also when it is repeated', async () => {
    const { key } = await world.createCustomer({ site, plan });
    const { credits, ask } = mediaClient(world, site, key);
    const { tools, call, errors, sessionId } = await connect(site, key);
    expect(tools.map(({ name }) => name)).toEqual(['check_text', 'fix_text', 'check_image']);
    expect(sessionId).toBe(undefined);
    const checked = await call('check_text', { ...body, idempotencyKey: 'one' });
    expect(checked.isError).toBeFalsy();
    expect(checked.data).toMatchObject({ status: 'completed', riskLevel });
    expect(checked.text).toContain(words);
    expect(await credits()).toBe(998);
    // It is the check of the API.
    const { body: stored } = await ask('GET', `/text/checks/${checked.data.id}`);
    expect(stored).toMatchObject({ data: { riskLevel, text: body.text } });
    const again = await call('check_text', { ...body, idempotencyKey: 'one' });
    expect(again.data.id).toBe(checked.data.id);
    expect(await credits()).toBe(998);
    const fixed = await call('fix_text', { checkId: checked.data.id });
    expect(fixed.text).toMatch(/^Rewritten:/);
    expect(fixed.text).not.toContain(words);
    expect(await credits()).toBe(995);
    expect(errors).toEqual([]);
  });

  it.skipIf(!hasMedia)('checks an uploaded picture by its URL', async () => {
    const { customer, client } = await openMedia(world, site);
    const { url, bytes } = await client.upload('image', await makePicture('Sunday opening hours'));
    const { call } = await connect(site, customer.key);
    const image = { imageUrl: url, imageTitle: 'hours.jpg', imageSize: bytes };
    const { data, text } = await call('check_image', image);
    expect(data).toMatchObject({ status: 'completed', riskLevel: 'PASS', labels: [] });
    expect(text).toContain('Verdict: PASS');
  });

  it('takes keys of the site alone', async () => {
    await expect(connect(site, 'svc_live_nobody')).rejects.toMatchObject({ code: 401 });
    const elsewhere = await world.createCustomer({ site: site === 'main' ? 'us' : 'main' });
    await expect(connect(site, elsewhere.key)).rejects.toMatchObject({ code: 401 });
  });
});

describe('MCP over HTTP', () => {
  const socks = { text: 'Soft cotton socks, six pairs.', platform: 'dtc_us', vertical: 'apparel' };

  it('answers what the route refuses as an error of the tool, in its words', async () => {
    const { key } = await world.createCustomer({ credits: 0 });
    const { call } = await connect('us', key);
    expect(await call('check_text', socks)).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^402: .+ \(insufficient_credits\)$/),
    });
    const wrong = await call('check_text', { ...socks, platform: 'shortvideo_a' });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('platform must be one of') });
    const unknown = await call('fix_text', { checkId: 'text_01m8m12yqhfzx86wxp31tjwf6p' });
    expect(unknown).toMatchObject({ isError: true, text: expect.stringMatching(/^404: /) });
  });

  it('acts for the tenant of its header', async () => {
    const { key } = await world.createCustomer();
    const { call } = await connect('us', key, { 'x-end-tenant': 'shop-1' });
    const { data } = await call('check_text', socks);
    const path = `/v1/intl/us/text/checks/${data.id}`;
    expect((await world.call({ key, path })).status).toBe(404);
    expect((await world.call({ key, path, headers: { 'x-end-tenant': 'shop-1' } })).status).toBe(200);
  });

  it('counts calls as submissions, and refuses what is above their limit as an error of the tool', async () => {
    const { key } = await world.createCustomer();
    const { call } = await connect('us', key);
    const { headers } = await world.call({ key, path: accountPath });
    // All within one minute of the limits.
    if (Number(headers['x-ratelimit-reset']) < 15) await sleep(Number(headers['x-ratelimit-reset']) * 1_000);
    const answers = await Promise.all(Array.from({ length: 62 }, () => call('check_text', socks)));
    const refused = answers.filter(({ isError }) => isError);
    expect(refused.length).toBe(2);
    for (const { text } of refused) {
      expect(text).toMatch(/^429: .+ \(rate_limited\); try again in \d+ s$/);
    }
  });

  it.each([
    ['an origin, as browsers send it', { origin: 'http://localhost' }, '{}', 403],
    ['several messages', {}, '[]', 400],
    ['no JSON', {}, '{', 400],
    ['more than 64 kB', {}, JSON.stringify({ x: 'x'.repeat(65_536) }), 413],
    ['what accepts no JSON', { accept: 'text/html' }, '{}', 406],
  ])('refuses %s', async (_, headers, body, status) => {
    const { key } = await world.createCustomer();
    // Not by the world, which expects the envelope of the API of every answer.
    const answer = await exchange(world.deployment.baseUrl, {
      ...{ method: 'POST', path: '/mcp/us', body: Buffer.from(body) },
      headers: {
        authorization: `Bearer ${key}`,
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ...headers,
      },
    });
    expect(answer.status).toBe(status);
  });

  it.each(['GET', 'DELETE'])('has no streams and no sessions: %s is 405', async (method) => {
    const { key } = await world.createCustomer();
    expect((await world.call({ key, method, path: '/mcp/us' })).status).toBe(405);
  });
});
