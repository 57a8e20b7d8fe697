import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilePacks, type Ended, runCommand } from './run-command.ts';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'redline-cli-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  await compilePacks(folder, 'us', 'main');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cures = 'Our drops cure arthritis in two weeks';
const files: Readonly<Record<string, string | Buffer>> = {
  'risky.md': `# Joint drops\n\n- Mint.\n- ${cures.replace('cure', '**cure**')}.\n`,
  'clean/socks.md': 'Soft cotton socks, six pairs, in grey.\n',
  'clean/socks.html': '<p>Soft cotton socks, six pairs, in grey.</p>',
  'clean/code.md': `Run it.\n\n\`\`\`\n${cures}\n\`\`\`\n`,
  'clean/node_modules/x/risky.md': cures,
  'copy.csv': `sku,copy\n1,"Soft socks, grey"\n2,"${cures}, says ""Ann""."\n`,
  'copy.jsonl': `{"product":{"title":"Grey socks"}}\n{"product":{"title":"${cures}."}}\n`,
  'ignored.md': `<!-- redline-ignore-next-line us: quoted from the warning letter -->\n${cures}.\n`,
  'main.md': '全网最好用的祛斑霜，七天根治黄褐斑。\n',
  'bytes.txt': Buffer.from([0xff, 0xfe, 0x41, 0x42]),
  'place/.redlinerc.yaml':
    'vertical: supplement\nfailOn: never\nexclude: ["**/draft.md"]\noverrides:\n  - { files: ["zh/**"], site: main, vertical: beauty }\n',
  'place/us.md': `${cures}.\n`,
  'place/draft.md': `${cures}.\n`,
  'place/zh/a.md': '全网最好用的祛斑霜，七天根治黄褐斑。\n',
};

const check = (
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; input?: string } = {},
) =>
  runCommand(['check', ...args], {
    cwd: join(folder, options.cwd ?? '.'),
    env: { REDLINE_CACHE_DIR: join(folder, 'cache'), ...options.env },
    ...(options.input === undefined ? {} : { input: options.input }),
  });
const parsed = ({ stdout }: Ended) => JSON.parse(stdout);

describe('redline check', () => {
  it('says where a risk stands in Markdown, why, how to fix it and the law, and ends with 1', async () => {
    const { code, stdout, stderr } = await check(['risky.md', '--vertical', 'supplement']);
    expect(stderr).toBe('');
    const [place, words, why, fix, law] = stdout.split('\n');
    expect(place).toBe('risky.md:4:3  high violation  us.disease-claim.treats');
    expect(words).toBe(`  ⟦${cures}⟧.`);
    expect(why).toBe('  why  Disease claim');
    expect(fix).toMatch(/^ {2}fix {2}\S/);
    expect(law).toMatch(/^ {2}law {2}.*21 U\.S\.C\. /);
    expect(stdout).toMatch(/\n1 risk in 1 of 1 file: 1 high\n$/);
    expect(code).toBe(1);
  });

  it('finds nothing in code blocks and in folders of others, and ends with 0', async () => {
    const { code, stdout } = await check(['clean']);
    expect(stdout).toBe('no risks in 3 files\n');
    expect(code).toBe(0);
  });

  it('reads the standard input by its name, and is quiet', async () => {
    const { code, stdout } = await check(['-', '--stdin-filename', 'page.html', '--quiet'], {
      input: `<title>Drops</title>\n<p class="cures">${cures}</p>`,
    });
    expect(stdout).toMatch(/^page\.html:2:18 {2}high violation/);
    expect(stdout).not.toContain('1 risk');
    expect(code).toBe(1);
  });

  it('reads columns of CSV and fields of JSON lines, each cell by itself', async () => {
    const csv = parsed(await check(['copy.csv', '--column', 'copy', '--format', 'json']));
    expect(csv.files[0].risks[0]).toMatchObject({ document: 'row 3, copy', line: 3, column: 4 });
    const jsonl = parsed(await check(['copy.jsonl', '--field', 'product.title', '--format', 'json']));
    expect(jsonl.files[0].risks[0]).toMatchObject({ document: 'line 2, product.title', line: 2, column: 22 });
  });

  it('judges by the site, and explains in its language', async () => {
    const { code, stdout } = await check([
      'main.md',
      '--site',
      'main',
      '--vertical',
      'beauty',
      '--format',
      'json',
    ]);
    const [{ verdict, risks }] = JSON.parse(stdout).files;
    expect(verdict).toBe('REJECT');
    expect(risks[0]).toMatchObject({ tier: 'STRICT', legalRef: expect.stringMatching(/《/) });
    expect(code).toBe(1);
  });

  it('leaves out what an ignore comment with a reason names', async () => {
    const { code, stdout } = await check(['ignored.md']);
    expect(stdout).toMatch(/^no risks in 1 file; [12] ignored\n$/);
    expect(code).toBe(0);
  });

  it('fails from the level on that is named', async () => {
    expect((await check(['risky.md', '--fail-on', 'never'])).code).toBe(0);
    expect((await check(['risky.md', '--fail-on', 'high'])).code).toBe(1);
  });

  it('takes the place of files from a configuration, and the command line over it', async () => {
    const { files: reports, failOn } = parsed(await check(['.', '--format', 'json'], { cwd: 'place' }));
    const places = reports.map(({ path, place }: { path: string; place: Record<string, string> }) => [
      path,
      place['site'],
      place['vertical'],
    ]);
    expect(places).toEqual([
      ['us.md', 'us', 'supplement'],
      ['zh/a.md', 'main', 'beauty'],
    ]);
    expect(failOn).toBe('never');
    const said = await check(['us.md', '--vertical', 'beauty', '--fail-on', 'high', '--format', 'json'], {
      cwd: 'place',
    });
    expect(parsed(said).files[0].place.vertical).toBe('beauty');
    expect(said.code).toBe(1);
  });

  it('writes no colours to a file, unless FORCE_COLOR says so and NO_COLOR does not', async () => {
    expect((await check(['risky.md'])).stdout).not.toContain('\u001b');
    expect((await check(['risky.md'], { env: { FORCE_COLOR: '1' } })).stdout).toContain('\u001b');
    const both = { FORCE_COLOR: '1', NO_COLOR: '1' };
    expect((await check(['risky.md'], { env: both })).stdout).not.toContain('\u001b');
  });

  it.each([
    ['an unknown option', ['risky.md', '--all'], "unknown option '--all'"],
    ['an unknown site', ['risky.md', '--site', 'mars'], 'Allowed choices are us, id, main'],
    [
      'a value that the site lacks',
      ['risky.md', '--vertical', 'cars'],
      'us has no vertical "cars"; one of: general, beauty',
    ],
    ['a path that is not there', ['gone.md'], 'gone.md: there is no such file'],
    [
      'a table without columns',
      ['copy.csv'],
      'copy.csv: say with --column which columns of the table to read',
    ],
    ['a column that is not there', ['copy.csv', '--column', 'x'], 'the columns are: sku, copy'],
    ['bytes that are no text', ['bytes.txt'], 'bytes.txt: this is no text in UTF-8'],
    ['a server without a key', ['risky.md', '--server', 'http://127.0.0.1:9'], 'REDLINE_API_KEY has no key'],
  ])('says what is wrong with %s, and ends with 2', async (_, args, reason) => {
    const { code, stderr } = await check(args);
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain('    at ');
    expect(code).toBe(2);
  });

  it('checks the others where one file cannot be read', async () => {
    const { code, stdout, stderr } = await check(['bytes.txt', 'risky.md', '--format', 'github']);
    expect(stderr).toBe('redline: bytes.txt: this is no text in UTF-8\n');
    expect(stdout).toMatch(/^::error file=risky\.md,line=4,/);
    expect(code).toBe(2);
  });

  it('ends with 3 where the server cannot be reached', async () => {
    const { code, stderr } = await check(
      ['risky.md', '--server', 'http://127.0.0.1:9', '--platform', 'dtc_us', '--key-env', 'KEY'],
      { env: { KEY: 'svc_live_x' } },
    );
    expect(stderr).toMatch(/^redline: http:\/\/127\.0\.0\.1:9 cannot be reached: .+\n$/);
    expect(code).toBe(3);
  });
});
