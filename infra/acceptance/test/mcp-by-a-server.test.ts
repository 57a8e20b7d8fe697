import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { makePicture } from '@redline/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mediaClient, openMedia } from '../src/media-client.ts';
import { hasMedia } from '../src/media-words.ts';
import { enter, type SiteName, type World } from '../src/world.ts';

/** `redline mcp --server`: the tools answer by the API, and each call is charged as its submission. */
let world: World;
beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

const program = fileURLToPath(new URL('../../../clients/cli/src/main.ts', import.meta.url));

async function connect(key: string, ...args: readonly string[]) {
  const server = ['--server', world.deployment.baseUrl, '--key-env', 'ACCEPTANCE_KEY'];
  const client = new Client({ name: 'acceptance', version: '1.0.0' });
  open.push(client);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', program, 'mcp', ...server, ...args],
      env: { ACCEPTANCE_KEY: key, PATH: process.env.PATH ?? '' },
    }),
  );
  const { tools } = await client.listTools();
  const call = async (name: string, args: Record<string, unknown>) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
    return { data: structuredContent, text: (content as { text: string }[])[0]?.text ?? '', isError };
  };
  return { tools, call };
}

const rows: readonly {
  readonly site: SiteName;
  readonly plan: string;
  readonly place: readonly string[];
  readonly copy: string;
  readonly words: string;
  readonly verdict: string;
  /** Of a check, and of its rewrite. */
  readonly credits: readonly [number, number];
}[] = [
  {
    ...{ site: 'us', plan: 'premium', place: ['--platform', 'dtc_us', '--vertical', 'supplement'] },
    ...{ copy: 'Mint and lemon. Our drops cure arthritis in two weeks. Thirty to a tin.', words: 'cure' },
    ...{ verdict: 'high', credits: [2, 3] },
  },
  {
    ...{ site: 'id', plan: 'flagship', place: ['--site', 'id', '--platform', 'shortvideo_id'] },
    ...{
      copy: 'Rasa mint dan lemon. Obat ini menyembuhkan diabetes 100%. Isi tiga puluh.',
      words: 'diabetes',
    },
    ...{ verdict: 'high', credits: [2, 3] },
  },
  {
    ...{ site: 'main', plan: 'premium', place: ['--site', 'main', '--platform', 'shortvideo_a'] },
    ...{ copy: '柔软的棉袜子，六双装。全网最好用的祛斑霜，七天根治黄褐斑。', words: '根治' },
    ...{ verdict: 'REJECT', credits: [2, 3] },
  },
];

describe.each(rows)('the MCP server by the API of the site $site', (row) => {
  it('finds a risk, rewrites the text, and is charged for each submission once', async () => {
    const { key } = await world.createCustomer({ site: row.site, plan: row.plan });
    const { credits } = mediaClient(world, row.site, key);
    const { tools, call } = await connect(key, ...row.place);
    expect(tools.map(({ name }) => name)).toContain('check_image');
    expect(tools[0]?.annotations).toMatchObject({ readOnlyHint: false });
    const checked = await call('check_text', { text: row.copy });
    expect(checked.data).toMatchObject({ verdict: row.verdict, judgedBy: world.deployment.baseUrl });
    const { risks } = checked.data as { risks: { words: string }[] };
    expect(risks.some(({ words }) => words.includes(row.words))).toBe(true);
    expect(await credits()).toBe(1_000 - row.credits[0]);
    const fixed = await call('fix_text', { text: row.copy });
    expect(fixed.data).toMatchObject({ isChanged: true, isAccepted: true, risksLeft: null });
    expect((fixed.data as { text: string }).text).not.toContain(row.words);
    expect(await credits()).toBe(1_000 - 2 * row.credits[0] - row.credits[1]);
  });

  it.skipIf(!hasMedia)('checks an uploaded picture by its URL', async () => {
    const { customer, client } = await openMedia(world, row.site);
    const { url, bytes } = await client.upload('image', await makePicture('Sunday opening hours'));
    const { call } = await connect(customer.key, ...row.place);
    const { data, text } = await call('check_image', {
      ...{ imageUrl: url, imageTitle: 'hours.jpg', imageSize: bytes },
    });
    expect(data).toMatchObject({ id: expect.stringMatching(/^image_/), riskLevel: 'PASS', labels: [] });
    expect(text).toMatch(/^Nothing found; verdict: PASS\./);
  });
});

describe('the MCP server by the API', () => {
  it('answers what the API refuses as an error of the tool, in its words', async () => {
    const { call } = await connect('svc_live_nobody');
    const text = 'Soft cotton socks, six pairs.';
    const stranger = await call('check_text', { text, platform: 'dtc_us' });
    expect(stranger).toMatchObject({ isError: true, text: expect.stringMatching(/401: .+unauthorized/) });
    const nowhere = await call('check_text', { text });
    expect(nowhere).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^a server needs a platform/),
    });
  });
});
