import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makePicture, makeVideo } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plansOf } from '../src/batches.ts';
import { contactOn, hasMedia } from '../src/media-words.ts';
import { enter, type SiteName, type World } from '../src/world.ts';

/** The examples of the TypeScript client, which its README quotes, each run as a program of its own. */
let world: World;
let folder: string;
beforeAll(async () => {
  world = await enter();
  folder = await mkdtemp(join(tmpdir(), 'redline-examples-'));
});
afterAll(async () => {
  await world.leave();
  await rm(folder, { recursive: true, force: true });
});

const examples = new URL('../examples/', import.meta.resolve('@redline/client'));
const timeoutMs = 120_000;

/** Runs an example with a new account. @returns what it printed, by lines @throws when it fails */
async function run(name: string, site: SiteName, ...args: readonly string[]): Promise<readonly string[]> {
  const { key } = await world.createCustomer({ site, plan: plansOf[site].from });
  const env = { ...process.env, REDLINE_URL: world.deployment.baseUrl, REDLINE_API_KEY: key };
  const program = fileURLToPath(new URL(`${name}.ts`, examples));
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    env,
    timeout: timeoutMs,
  });
  return stdout.trimEnd().split('\n');
}

describe('the example', () => {
  it('text checks, rewrites and marks a text, and reads a refusal', async () => {
    const lines = await run('text', 'us');
    expect(lines[0]).toBe('high');
    expect(lines[1]).toMatch(/^high: .*cure arthritis.*\. .+/);
    const fixed = lines.find((line) => line.startsWith('completed '));
    expect(fixed).toMatch(/Fern drops, 30 ml\..* 3$/);
    expect(fixed).not.toContain('arthritis');
    expect(lines.join('\n')).toMatch(/^Fern drops, 30 ml\. .*\[.*arthritis.*\]/m);
    expect(lines.at(-2)).toMatch(/^400 invalid_request text must have 10 to 5000 characters \S+$/);
    expect(lines.at(-1)).toBe('text text must have 10 to 5000 characters');
  });

  it('submissions waits by id and signal, and lists', async () => {
    const lines = await run('submissions', 'us');
    expect(lines[0]).toMatch(/^text_\w+ processing$/);
    expect(lines.slice(1, 3)).toEqual(['completed', 'high']);
    expect(lines.slice(3, 5)).toEqual([
      expect.stringMatching(/^text_\w+ high$/),
      expect.stringMatching(/^text_\w+ high$/),
    ]);
    expect(lines.at(-1)).toBe('2 false 1');
  });

  it('main-site rewrites by itself and precisely, and finds notices', async () => {
    const lines = await run('main-site', 'main');
    expect(lines[0]).toMatch(/^REJECT [1-9]\d* .+/);
    const text = lines.join('\n');
    expect(text).toMatch(/version: 1, strategy: 'rewrite'/);
    expect(text).toMatch(/version: 2, strategy: 'precise'/);
    expect(lines.at(-1)).toMatch(/ (qualification|report-white|filing|prohibited)$/);
  });

  it('account reads credits and adds words, apart for each tenant', async () => {
    const lines = await run('account', 'id');
    expect(lines[0]).toBe('1000 flagship 0');
    expect(lines[1]).toMatch(/^rule_\w+ 1 2$/);
    expect(lines[2]).toBe('2 0');
  });

  it('webhooks receives a signed event, and looks at its delivery', async () => {
    expect(await run('webhooks', 'us')).toEqual(['told of the check', 'check.completed delivered 204']);
  });

  it.skipIf(!hasMedia)(
    'media uploads a picture, and checks it alone and in a batch',
    async () => {
      const path = join(folder, 'photo.jpg');
      await writeFile(path, await makePicture(contactOn.us));
      const lines = await run('media', 'us', path);
      expect(lines[0]).toMatch(/^completed (REVIEW|REJECT)$/);
      expect(lines.join('\n')).toMatch(/\{ x: \d+, y: \d+, width: \d+, height: \d+ \}/);
      expect(lines.slice(-4)).toEqual([
        'REJECT',
        expect.stringMatching(/^text text_\w+ completed safe$/),
        expect.stringMatching(/^text text_\w+ completed high$/),
        expect.stringMatching(/^image image_\w+ completed (REVIEW|REJECT)$/),
      ]);
    },
    timeoutMs,
  );

  it.skipIf(!hasMedia)(
    'report uploads a video, waits for it, and prints its report as it is written',
    async () => {
      const path = join(folder, 'spot.mp4');
      await writeFile(
        path,
        await makeVideo({ words: contactOn.main, seconds: 6, said: ['我家的面膜三天根治湿疹。'] }),
      );
      const lines = await run('report', 'main', path, '6');
      expect(lines[0]).toMatch(/^completed REJECT .*根治湿疹/);
      expect(lines[1]).toBe('10');
      expect(lines.join('\n')).toMatch(
        /【视频信息】[\s\S]*【法律依据】[\s\S]*\nwritten in \d+ ms\nreport_\w+$/,
      );
    },
    timeoutMs,
  );
});
