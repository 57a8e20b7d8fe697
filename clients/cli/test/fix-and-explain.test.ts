import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilePacks, runCommand } from './run-command.ts';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'redline-cli-'));
  await compilePacks(folder, 'us', 'id');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: readonly string[]) =>
  runCommand(args, { cwd: folder, env: { REDLINE_CACHE_DIR: join(folder, 'cache') } });

describe('redline fix', () => {
  const text =
    '\uFEFF# Mint drops\r\n\r\nThey taste of *mint* &amp; lemon. Our drops **cure arthritis** in two\r\nweeks. Thirty to a tin.\r\n\r\n- Our drops reverse diabetes.\r\n- They dissolve slowly.\r\n';
  const fixed =
    '\uFEFF# Mint drops\r\n\r\nThey taste of *mint* &amp; lemon. Thirty to a tin.\r\n\r\n- They dissolve slowly.\r\n';

  it('shows the changes and leaves the file, then writes it, and leaves a file alone that has no risks', async () => {
    const path = join(folder, 'drops.md');
    writeFileSync(path, text);
    const shown = await run('fix', 'drops.md', '--vertical', 'supplement');
    expect(shown.stdout).toContain('--- drops.md\n+++ drops.md\n@@');
    expect(shown.stdout).toMatch(/^-- Our drops reverse diabetes\./m);
    expect(shown.code).toBe(1);
    expect(readFileSync(path, 'utf8')).toBe(text);

    const written = await run('fix', 'drops.md', '--write', '--vertical', 'supplement');
    expect(readFileSync(path, 'utf8')).toBe(fixed);
    expect(written).toEqual({ code: 0, stdout: 'drops.md: rewritten\n', stderr: '' });

    expect(await run('fix', 'drops.md', '--write', '--vertical', 'supplement')).toEqual({
      ...{ code: 0, stdout: '', stderr: '' },
    });
  });

  it('keeps what an ignore comment covers, and says what it cannot rewrite', async () => {
    const comment = '<!-- redline-ignore-next-line us: quoted -->\n';
    const kept = `They taste of mint and lemon.\n\n${comment}Our drops cure gout.\n`;
    writeFileSync(join(folder, 'kept.md'), kept);
    expect((await run('fix', 'kept.md', '--write')).code).toBe(0);
    expect(readFileSync(join(folder, 'kept.md'), 'utf8')).toBe(kept);

    writeFileSync(join(folder, 'all.txt'), 'Our drops cure gout.\n');
    const { code, stdout } = await run('fix', 'all.txt', '--write');
    expect(readFileSync(join(folder, 'all.txt'), 'utf8')).toBe('Our drops cure gout.\n');
    expect(stdout).toMatch(/^not rewritten:\n\nall\.txt:1:1 {2}high violation/);
    expect(code).toBe(1);
  });

  it('refuses what it does not rewrite', async () => {
    writeFileSync(join(folder, 'page.html'), '<p>Our drops cure gout.</p>');
    const { code, stderr } = await run('fix', 'page.html');
    expect(stderr).toBe('redline: page.html: only text and Markdown are rewritten\n');
    expect(code).toBe(2);
  });
});

describe('redline explain and rules', () => {
  it('explains a rule with its fix, the link of its law and examples', async () => {
    const { code, stdout } = await run('explain', 'us.disease-claim.treats');
    expect(stdout).toMatch(/^us\.disease-claim\.treats\n {2}Disease claim: violation, high\n/);
    expect(stdout).toMatch(
      /\nfix\n {2}\S.*\n\nlaw\n {2}Federal Food, Drug, and Cosmetic Act, .*\n {4}https:\/\//,
    );
    expect(stdout).toMatch(/\nbreaks it\n {2}- \S/);
    expect(stdout).toMatch(/\ndoes not\n {2}- \S/);
    expect(code).toBe(0);
  });

  it('says which rules are like one that there is not', async () => {
    const { code, stderr } = await run('explain', 'us.disease-claim.teats');
    expect(stderr).toMatch(
      /^redline: us has no rule "us\.disease-claim\.teats"; there are: us\.disease-claim\./,
    );
    expect(code).toBe(2);
  });

  it('lists the rules of a site', async () => {
    const { stdout } = await run('rules', '--site', 'id', '--format', 'json');
    const listed: { ruleId: string; category: string }[] = JSON.parse(stdout);
    expect(listed.length).toBeGreaterThan(100);
    expect(listed.every(({ ruleId, category }) => ruleId.startsWith('id.') && category !== '')).toBe(true);
  });
});
