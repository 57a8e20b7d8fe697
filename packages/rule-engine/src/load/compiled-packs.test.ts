import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { noticesOf } from '../notices/find-notices.ts';
import type { NoticeBook } from '../notices/notice-book.ts';
import { isCompiled, keepCompiled, loadCompiledNotices, loadCompiledPack } from './compiled-packs.ts';
import { loadPack } from './pack-files.ts';

const packOf = (site: string) => fileURLToPath(new URL(`../../../../packs/${site}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'redline-compiled-'));
const dir = join(folder, 'compiled');
const texts: Record<string, string> = {
  us: 'Our tea cures diabetes, "reverses" gout and melts 20 pounds in two weeks! 100% off-label… c@nc3r gone.',
  id: 'Teh ini menyembuhkan diabetes dalam 3 hari, dijamin! Chat WA 0812-3456-7890.',
  main: '我家的面膜是最好的护肤品，三天治好湿疹，加微信 abc12345 领取。',
};
beforeEach(() => {
  rmSync(dir, { recursive: true, force: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a pack that was compiled before', () => {
  it.each(['us', 'id', 'main'])('judges as the one that is compiled from its files: %s', (site) => {
    const fresh = engineOf(loadPack(packOf(site)));
    expect(isCompiled(packOf(site), dir)).toBe(false);
    keepCompiled(packOf(site), dir);
    expect(isCompiled(packOf(site), dir)).toBe(true);
    const kept = engineOf(loadCompiledPack(packOf(site), dir));
    const verdict = evaluate(texts[site] ?? '', fresh, {});
    expect(verdict.findings.length).toBeGreaterThan(0);
    expect(evaluate(texts[site] ?? '', kept, {})).toEqual(verdict);
  });

  it('is not read once its files have changed, and makes room for the new one', () => {
    const copy = join(folder, 'id');
    cpSync(packOf('id'), copy, { recursive: true });
    keepCompiled(copy, dir);
    const [before] = readdirSync(dir);
    appendFileSync(join(copy, 'pack.yaml'), '# changed\n');
    expect(isCompiled(copy, dir)).toBe(false);
    expect(loadCompiledPack(copy, dir).pack.contentHash).toBe(loadPack(copy).pack.contentHash);
    keepCompiled(copy, dir);
    expect(readdirSync(dir)).toHaveLength(1);
    expect(readdirSync(dir)).not.toContain(before);
  });

  it('is another one where a precedent has changed, since every record says by which pack it was judged', () => {
    const copy = join(folder, 'id');
    cpSync(packOf('id'), copy, { recursive: true });
    const { contentHash } = loadPack(copy).pack;
    keepCompiled(copy, dir);
    const file = join(copy, 'precedents.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(1).join('\n'));
    expect(loadPack(copy).pack.contentHash).not.toBe(contentHash);
    expect(isCompiled(copy, dir)).toBe(false);
  });

  it('brings its notices, and is compiled again when those have changed', async () => {
    const copy = join(folder, 'main');
    cpSync(packOf('main'), copy, { recursive: true });
    keepCompiled(copy, dir);
    expect(readdirSync(dir)).toHaveLength(2);
    const hitsBy = (book: NoticeBook) =>
      noticesOf(book, null).find({ productVertical: 'duanju', text: '律师咨询，扫码预约。' }, new Set(), {
        onFailure: () => undefined,
        turn: async () => undefined,
      });
    const kept = await hitsBy(loadCompiledNotices(copy, dir));
    expect(kept.map(({ mechanism }) => mechanism)).toEqual(['filing', 'qualification']);
    expect(kept).toEqual(await hitsBy(loadCompiledNotices(copy, null)));
    appendFileSync(join(copy, 'notices', 'keywords', 'legal.yaml'), '# changed\n');
    expect(isCompiled(copy, dir)).toBe(false);
  });
});
