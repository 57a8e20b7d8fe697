import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePicture, makeVideo } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractTable, type Document } from '../src/contract-table.ts';
import { exchange } from '../src/exchange.ts';
import { contactOn, hasMedia } from '../src/media-words.ts';
import { hasPython, pythonClient, pythonFiles, runPython } from '../src/python.ts';
import { enter, type World } from '../src/world.ts';

/** The client of clients/python: its own tests, its examples, and its knowledge of the contract. */
const runTimeoutMs = 240_000;
const seconds = 6;

let world: World;
let folder: string;
let keys: Readonly<Record<'us' | 'id' | 'main' | 'poor', string>>;
let files: Readonly<Record<string, string>> = {};
beforeAll(async () => {
  world = await enter();
  if (!hasPython) return;
  folder = await mkdtemp(join(tmpdir(), 'redline-python-client-'));
  const keyOf = async (wish: Parameters<World['createCustomer']>[0]) =>
    (await world.createCustomer(wish)).key;
  keys = {
    us: await keyOf({ site: 'us' }),
    id: await keyOf({ site: 'id', plan: 'flagship' }),
    main: await keyOf({ site: 'main', plan: 'enterprise' }),
    poor: await keyOf({ site: 'us', credits: 0 }),
  };
  if (!hasMedia) return;
  files = { REDLINE_PICTURE: join(folder, 'photo.jpg'), REDLINE_VIDEO: join(folder, 'video.mp4') };
  await writeFile(files['REDLINE_PICTURE'] ?? '', await makePicture(contactOn.us));
  const video = await makeVideo({ words: contactOn.us, seconds, said: ['Our drops cure arthritis.'] });
  await writeFile(files['REDLINE_VIDEO'] ?? '', video);
}, 60_000);
afterAll(async () => {
  await world.leave();
  if (folder) await rm(folder, { recursive: true, force: true });
});

it('contract.json of the Python client is the contract that is served: -u writes it anew', async () => {
  const { body } = await exchange(world.deployment.baseUrl, { path: '/openapi.json' });
  const table = `${JSON.stringify(contractTable(body as Document), null, 2)}\n`;
  await expect(table).toMatchFileSnapshot(`${pythonClient}tests/contract.json`);
});

const why = hasPython ? '' : ', skipped: this machine has no python3 of 3.9 or newer';

describe.skipIf(!hasPython)(`the Python client${why}`, () => {
  it.each(pythonFiles('tests', 'test_'))(
    'passes its own %s',
    async (name) => {
      const { exitCode, stderr } = await runPython(
        ['-m', 'unittest', `tests.${name}`],
        {
          REDLINE_URL: world.deployment.baseUrl,
          REDLINE_US_KEY: keys.us,
          REDLINE_ID_KEY: keys.id,
          REDLINE_MAIN_KEY: keys.main,
          REDLINE_POOR_KEY: keys.poor,
          ...files,
        },
        runTimeoutMs,
      );
      expect(exitCode, stderr).toBe(0);
      expect(stderr).toMatch(/\nRan [1-9]\d* tests? in /);
      if (hasMedia) expect(stderr).not.toContain('skipped');
    },
    runTimeoutMs,
  );
});

/** What each example must print, and what it is called with. */
const examples: Readonly<Record<string, { readonly prints: RegExp; readonly file?: string }>> = {
  check_batch: { prints: /^REJECT\nOur drops cure arthritis.*\n$/ },
  check_image: {
    prints: /^completed REVIEW\nREVIEW Contact .*PictureBox\((.*\n)+text ran\n/,
    file: 'REDLINE_PICTURE',
  },
  check_text: { prints: /^high: .*: 'Our drops cure arthritis/m },
  check_video: {
    prints: /^video_\w+ costs 6\n(.*\n)*.* (?:REVIEW|REJECT) .*WhatsApp(.*\n)*.* s Disease claim Our drops/,
    file: 'REDLINE_VIDEO',
  },
  handle_errors: { prints: /^text is wrong: .*10 to 5000 characters\n$/ },
  list_checks: { prints: /^\d{4}-\d\d-\d\d \w+ \S/ },
  main_site: { prints: /^REJECT\n硬性违规 (.*\n)*1 (?:True|False) (.*\n)*医疗美容 \[/ },
  own_words: { prints: /^2 new, 0 there already\nbest ever → None\n$/ },
  receive_webhooks: { prints: /^told of the check\ncheck\.completed delivered \[204\]\n$/ },
  rewrite_text: { prints: /^a rewrite costs 3 of \d+\ncompleted Fern drops, 30 ml(?!.*arthritis).*\n$/ },
  write_report: { prints: /^【视频信息】(.*\n)+kept as report_\w+\n$/, file: 'REDLINE_VIDEO' },
};

describe.skipIf(!hasPython)(`the examples of the Python client${why}`, () => {
  it('are all run', () => {
    expect(pythonFiles('examples')).toEqual(Object.keys(examples).sort());
  });

  const rows = Object.entries(examples).map(([name, row]) => ({ name, ...row }));
  for (const { name, prints, file } of rows) {
    it.skipIf(file && !hasMedia)(
      `examples/${name}.py prints what it says`,
      async () => {
        const site = name === 'main_site' || name === 'write_report' ? 'main' : 'us';
        const words = file ? [files[file] ?? '', ...(file === 'REDLINE_VIDEO' ? [String(seconds)] : [])] : [];
        const environment = { REDLINE_URL: world.deployment.baseUrl, REDLINE_API_KEY: keys[site] };
        const { exitCode, stdout, stderr } = await runPython(
          [`examples/${name}.py`, ...words],
          environment,
          runTimeoutMs,
        );
        expect(exitCode, stderr).toBe(0);
        expect(stderr).toBe('');
        expect(stdout).toMatch(prints);
      },
      runTimeoutMs,
    );
  }
});
