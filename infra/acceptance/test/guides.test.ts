import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@redline/testkit/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plansOf } from '../src/batches.ts';
import { exchange } from '../src/exchange.ts';
import { blocksOf, type GuideBlock, missingFrom } from '../src/guide-blocks.ts';
import { hasMedia } from '../src/media-words.ts';
import { hasPython, pythonClient } from '../src/python.ts';
import { enter, type SiteName, type World } from '../src/world.ts';

/** The guides of the API: what a newcomer copies from them works, and prints what they say. */
let world: World;
let folder: string;
/** Where the receiver of the guide to webhooks listens. */
let receiverPort: number;
const root = fileURLToPath(new URL('../../../', import.meta.url));
const timeoutMs = 120_000;

beforeAll(async () => {
  world = await enter();
  folder = await mkdtemp(join(tmpdir(), 'redline-guides-'));
  // What a newcomer has: a clone with its demo account, and a project with the client.
  const keysOf = async (site: SiteName) => {
    const customer = await world.createCustomer({ site, plan: plansOf[site].from });
    const { key } = await world.createKey(customer, site, '--test');
    return [customer, { key }] as const;
  };
  const [us, id, main] = [await keysOf('us'), await keysOf('id'), await keysOf('main')];
  const keys = { us: us[0], id: id[0], main: main[0] };
  const testKeys = { us: us[1], id: id[1], main: main[1] };
  await mkdir(join(folder, '.redline'));
  await writeFile(join(folder, '.redline/demo.json'), JSON.stringify({ keys, testKeys }));
  await mkdir(join(folder, 'node_modules/@redline'), { recursive: true });
  receiverPort = await freePort();
  const client = dirname(dirname(fileURLToPath(import.meta.resolve('@redline/client'))));
  await symlink(client, join(folder, 'node_modules/@redline/client'));
  const signing = dirname(dirname(fileURLToPath(import.meta.resolve('standardwebhooks'))));
  await symlink(signing, join(folder, 'node_modules/standardwebhooks'));
  const scripts = { redline: `${process.execPath} ${join(root, 'clients/cli/src/main.ts')}` };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }));
});
afterAll(async () => {
  await world.leave();
  await rm(folder, { recursive: true, force: true });
});

const read = (name: string) =>
  readFile(join(root, name === 'README' ? '' : 'docs/api', `${name}.md`), 'utf8');

/** The first block of a guide to a site: its address and key, as a newcomer's shell has them from then on. */
async function setUpOf(site: SiteName): Promise<string> {
  const [setUp] = blocksOf(await read(`getting-started-${site}`));
  expect(setUp?.code).toContain('http://127.0.0.1:8080');
  return (setUp?.code ?? '').replace('http://127.0.0.1:8080', world.deployment.baseUrl);
}

async function commandOf({ language, code: written }: GuideBlock, index: number): Promise<string> {
  const code = written
    .replaceAll('4711', String(receiverPort))
    .replaceAll('http://127.0.0.1:8080', world.deployment.baseUrl);
  if (language === 'sh') return code;
  const file = join(folder, `block-${index}.${language === 'ts' ? 'mts' : 'py'}`);
  await writeFile(file, code);
  return language === 'ts' ? `${process.execPath} ${file}` : `python3 ${file}`;
}

const divider = (index: number) => `=== block ${index} ===`;

/** Runs the blocks of a guide one after the other in one shell, which stops at the first that fails. */
async function outputsOf(blocks: readonly GuideBlock[], site: SiteName): Promise<readonly string[]> {
  const commands = await Promise.all(blocks.map(commandOf));
  const script = [
    await setUpOf(site),
    ...commands.flatMap((command, index) => [`echo; echo '${divider(index)}'`, command]),
  ].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: join(pythonClient, 'src') },
    timeout: timeoutMs,
  });
  return blocks.map((_, index) => stdout.split(divider(index))[1]?.split('=== block')[0] ?? '');
}

/** Debian brings no curl of itself, and the tests of a fresh machine install none. */
const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.skipIf(!hasCurl)('each block of a guide runs and prints what the guide says', () => {
  it.each([
    ['README', 'us'],
    ['getting-started-us', 'us'],
    ['getting-started-id', 'id'],
    ['getting-started-main', 'main'],
    ['pricing-and-limits', 'us'],
    ['idempotency', 'us'],
    ['waiting', 'us'],
    ['offsets', 'us'],
    ['tenants', 'us'],
    ['uploads', 'us'],
    ['webhooks', 'us'],
  ] as const)(
    '%s',
    async (name, site) => {
      if ((name === 'uploads' || name === 'README') && !hasMedia) return;
      const all = blocksOf(await read(name)).slice(name.startsWith('getting-started') ? 1 : 0);
      const blocks = all.filter(({ language }) => language !== 'python' || hasPython);
      expect(blocks.length).toBeGreaterThan(0);
      const outputs = await outputsOf(blocks, site);
      for (const [index, { code, expected }] of blocks.entries()) {
        expect(expected.length, code).toBeGreaterThan(0);
        expect(missingFrom(outputs[index] ?? '', expected), `${code}\nprinted\n${outputs[index]}`).toBe(
          undefined,
        );
      }
    },
    timeoutMs,
  );

  it.each([
    ['us', '/v1/intl/us'],
    ['id', '/v1/intl/id'],
    ['main', '/v1'],
  ] as const)('getting-started-%s lists the values of platform and vertical', async (site, prefix) => {
    const { key } = await world.createCustomer({ site, plan: plansOf[site].from });
    const { text } = await world.call({ key, method: 'POST', path: `${prefix}/text/checks`, body: {} });
    const values = [...text.matchAll(/(?:platform|ertical) is required; one of: ([\w, ]+)/g)]
      .flatMap(([, list = '']) => list.split(', '))
      .map((value) => `\`${value}\``);
    expect(values.length).toBeGreaterThan(7);
    const guide = await read(`getting-started-${site}`);
    expect(values.filter((value) => !guide.includes(value))).toEqual([]);
  });

  it('shows blocks that are run wherever there are any', async () => {
    for (const name of ['errors', 'reports', 'self-hosting', 'changelog']) {
      expect([name, blocksOf(await read(name))]).toEqual([name, []]);
    }
  });
});

describe('the guides are served', () => {
  const get = (path: string) => exchange(world.deployment.baseUrl, { path });

  it('as pages, and each as the Markdown that it is written in', async () => {
    const { text } = await get('/llms.txt');
    const twins = [...text.matchAll(/\((\/docs\/guides\/[\w-]+\.md)\)/g)].map((match) => match[1] ?? '');
    expect(twins.length).toBeGreaterThan(10);
    for (const twin of twins) {
      const markdown = await get(twin);
      expect([twin, markdown.status]).toEqual([twin, 200]);
      expect(markdown.text).toBe(await read(twin.slice('/docs/guides/'.length, -'.md'.length)));
      const page = await get(twin.replace(/\.md$/, '?from=search'));
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(String(page.headers['content-security-policy'])).toContain("script-src 'self'");
    }
  });

  it('with an index and a changelog', async () => {
    expect((await get('/docs/guides')).text).toContain('/docs/guides/errors');
    expect((await get('/docs/changelog')).text).toContain('Changelog');
  });
});
