import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makePicture, makeVideo, mediaProgramsMissing, testServers, waitFor } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readState, type StackState } from '../src/stack/state.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const timeoutMs = 180_000;
const sites = 'packages/contracts/src/sites';
const pack = 'packs/xx';
const leftOut = new Set(['.git', '.redline', '.turbo', 'corpus', join(root, 'node_modules')]);

let copy = '';
let product: ChildProcess | undefined;
let output = '';

/** The files of the copy that differ from this checkout, the pack's as one. */
const touched = new Set<string>();

async function change(path: string, edit: (text: string) => string): Promise<void> {
  const text = await readFile(join(copy, path), 'utf8').catch(() => '');
  const edited = edit(text);
  expect(edited, `${path} was to change`).not.toBe(text);
  await writeFile(join(copy, path), edited);
  touched.add(path);
}

/** A site that takes after the American one, as its file says, its entry in the catalogue and its pack. */
async function addSite(): Promise<void> {
  await change(`${sites}/xx.ts`, () => {
    const site = {
      id: 'xx',
      kind: 'international',
      prefix: '/v1/intl/xx',
      country: 'xx',
      platforms: ['bazaar'],
      verticals: ['general', 'tea'],
      locales: ['en-US'],
      unmatchedWordScripts: [],
      ocrLanguages: ['eng'],
      transcriptionLanguage: 'en',
      defaultVideoPlatform: 'bazaar',
    };
    const lines = JSON.stringify(site).slice(1, -1);
    return `import type { InternationalSite } from './site.ts';\nimport { us } from './us.ts';\n
export const xx = { ${lines}, objects: us.objects } as const satisfies InternationalSite;\n`;
  });
  await change(`${sites}/index.ts`, (text) =>
    `import { xx } from './xx.ts';\n${text}`.replace('[us, id]', '[us, id, xx]'),
  );
  await change('apps/billing/src/domain/catalogue.ts', (text) =>
    text.replace(
      /\n {2}main: \{/,
      (main) =>
        `\n  xx: { plans: [free, premium], keysFrom: 'free', batchesFrom: 'premium', paidFrom: 'premium' },${main}`,
    ),
  );
  await addPack();
}

async function addPack(): Promise<void> {
  await cp(join(root, 'packs/us'), join(copy, pack), { recursive: true });
  for (const file of ['precedents.jsonl', 'removed-rules.yaml'])
    await rm(join(copy, pack, file), { force: true });
  await change(`${pack}/pack.yaml`, (text) =>
    text
      .replace(/^id: us$/m, 'id: xx')
      .replace(/(field: platforms\n\s+values: )\[[^\]]*\]/, '$1[bazaar]')
      .replace(/(field: verticals\n\s+values: )\[[^\]]*\]/, '$1[general, tea]')
      .replace(/^goods:\n(?: .*\n)+/m, 'goods: { vertical: { tea: [food] } }\n'),
  );
  const topics = join(copy, pack, 'topics');
  await rm(topics, { recursive: true });
  await rm(join(copy, pack, 'policy'), { recursive: true });
  await mkdir(join(topics, 'tea_claim'), { recursive: true });
  await writeFile(join(topics, 'tea_claim/topic.yaml'), topic);
  await writeFile(join(topics, 'tea_claim/rules.yaml'), rules);
  await rm(join(copy, pack, 'fixes.yaml'), { force: true });
  await writeFile(join(copy, pack, 'pictures.yaml'), 'topics:\n  - { topics: [tea_claim], types: [OCR] }\n');
}

const topic = `topic: tea_claim
shared:
  severity: high
  category: { en-US: Claim about dragons, zh-CN: 龙 }
  suggestion: { en-US: Leave dragons alone., zh-CN: 删去。 }
  citations: [ftc-act-5]
`;

const rules = `rules:
  - id: xx.tea-claim.wakes-dragons
    kind: phrase
    match: ["wakes dragons"]
    verticals: [tea]
    hit: [Our tea wakes dragons., This blend wakes dragons at dawn.]
    miss: [Our tea wakes nobody., Dragons drink no tea.]
`;

async function start(): Promise<StackState> {
  const { DATABASE_URL: _, NATS_URL: __, REDLINE_DATA_DIR: ___, ...inherited } = process.env;
  const path = [dirname(testServers().natsServerBinary), process.env.PATH].join(delimiter);
  const child = spawn(process.execPath, [join(copy, 'infra/local/src/start.ts')], {
    cwd: copy,
    env: { ...inherited, PORT: '0', PATH: path },
  });
  product = child;
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const state = () =>
    output.includes('Redline runs') ? readState(join(copy, '.redline/stack.json')) : undefined;
  const outcome = await waitFor(() => (child.exitCode === null ? state() : output), {
    timeoutMs,
    what: 'the product',
  });
  if (typeof outcome !== 'object') throw new Error(outcome);
  return outcome;
}

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'redline-sites-'));
  // As root, Postgres runs as another user, who must get through to its data.
  await chmod(copy, 0o711);
  await cp(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => !leftOut.has(from) && !leftOut.has(relative(dirname(from), from)),
  });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
}, timeoutMs);

afterAll(async () => {
  if (product && product.exitCode === null) {
    const exited = once(product, 'exit');
    product.kill('SIGINT');
    await exited;
  }
  await rm(copy, { recursive: true, force: true });
}, timeoutMs);

async function admin(...args: readonly string[]): Promise<Record<string, string>> {
  const { stdout } = await run(process.execPath, [join(copy, 'infra/admin/src/main.ts'), ...args], {
    cwd: copy,
  });
  return JSON.parse(stdout);
}

describe('a fourth international site', () => {
  it('needs its file, its name in the list, a plan entry and a pack, and then checks text, images and videos', {
    timeout: 2 * timeoutMs,
  }, async () => {
    await addSite();
    expect([...touched].sort()).toEqual([
      'apps/billing/src/domain/catalogue.ts',
      `${sites}/index.ts`,
      `${sites}/xx.ts`,
      `${pack}/pack.yaml`,
    ]);
    const tsc = join(root, 'node_modules/.bin/tsc');
    for (const part of [
      'packages/contracts',
      'apps/gateway',
      'apps/billing',
      'apps/text-engine',
      'apps/media-engine',
      'apps/batch-orchestrator',
      'infra/admin',
    ]) {
      await run(tsc, ['-p', join(copy, part)]).catch(({ stdout }) => expect.fail(stdout));
    }
    const { apiUrl } = await start();
    const { accountId = '' } = await admin('account', 'create', '--email', 'xx@example.com');
    const on = ['--account', accountId, '--site', 'xx'];
    await admin('plan', 'set', ...on, '--plan', 'premium');
    await admin('credits', 'grant', ...on, '--bucket', 'booster', '--amount', '10');
    const { key } = await admin('key', 'create', ...on);
    const ask = async (path: string, body?: object) => {
      const response = await fetch(`${apiUrl}/v1/intl/xx${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as { data?: Record<string, string> };
      return { status: response.status, ...answer };
    };
    const text = 'Our tea wakes dragons.';
    expect(await ask('/text/checks', { text, platform: 'dtc_us' })).toMatchObject({ status: 400 });
    const { data } = await ask('/text/checks', { text, platform: 'bazaar', vertical: 'tea' });
    const finished = async () => {
      const answer = await ask(`/text/checks/${data?.id}`);
      return answer.data?.status === 'completed' ? answer.data : undefined;
    };
    expect(await waitFor(finished, { timeoutMs: 30_000, what: 'the verdict' })).toMatchObject({
      riskLevel: 'high',
      risks: [{ matchedText: 'Our tea wakes dragons', category: 'Claim about dragons', source: 'rule' }],
    });
    expect(await ask('/account')).toMatchObject({ data: { country: 'xx', credits: { total: 8 } } });
    if (mediaProgramsMissing()) return;

    const upload = async (kind: 'image' | 'video', file: Buffer) => {
      const { data: policy = {} } = await ask('/uploads/policy', { kind });
      const form = new FormData();
      const fields = { key: policy.key, policy: policy.policy, StoreAccessKeyId: policy.accessKeyId };
      for (const [name, value] of Object.entries({ ...fields, signature: policy.signature })) {
        form.append(name, value ?? '');
      }
      form.append('file', new Blob([new Uint8Array(file)]), 'file');
      const response = await fetch(policy.host ?? '', { method: 'POST', body: form });
      expect(response.ok, await response.text()).toBe(true);
      return `${policy.cdnHost}/${policy.key}`;
    };
    const picture = await makePicture('Our tea\nwakes dragons');
    const imageUrl = await upload('image', picture);
    const image = { imageUrl, imageTitle: 'Tea', imageSize: picture.length, vertical: 'tea' };
    expect(await ask('/image/checks', image)).toMatchObject({
      status: 201,
      data: {
        status: 'completed',
        riskLevel: 'REJECT',
        labels: [{ description: expect.stringContaining('Claim about dragons') }],
      },
    });
    const video = await makeVideo({ words: 'Tea', seconds: 4, said: ['Our tea wakes dragons.'] });
    const submitted = await ask('/video/checks', {
      videoUrl: await upload('video', video),
      videoTitle: 'Tea',
      vertical: 'tea',
      videoSize: Math.max(0.01, video.length / 1e6),
      videoDuration: 4,
    });
    const ended = async () => {
      const answer = await ask(`/video/checks/${submitted.data?.id}`);
      return answer.data?.status === 'processing' || answer.data?.transcriptStatus === 'processing'
        ? undefined
        : answer.data;
    };
    expect(await waitFor(ended, { timeoutMs: 60_000, what: 'the end of the video' })).toMatchObject({
      status: 'completed',
      platform: 'bazaar',
      riskLevel: 'REJECT',
      transcriptRisks: [{ category: 'Claim about dragons', sentence: 'Our tea wakes dragons.' }],
    });
    expect(await ask('/account')).toMatchObject({ data: { credits: { total: 2 } } });
  });
});
