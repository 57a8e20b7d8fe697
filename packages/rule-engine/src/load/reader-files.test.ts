import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { structureOf } from '../document/structure.ts';
import { languages } from '../language/languages.ts';
import { loadReader, readerBeside, readerManifestBeside } from './reader-files.ts';

const packs = fileURLToPath(new URL('../../../../packs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'reader-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the reader of all sites', () => {
  const reader = loadReader(join(packs, 'reader'));
  const read = (site: 'us' | 'id' | 'main', text: string) => {
    const language = { us: languages.en, id: languages.id, main: languages.zh }[site];
    const { sentences, tokens } = structureOf(text, language);
    const starts = sentences.map(({ first }, at) => (at === 0 ? 0 : (tokens[first]?.start ?? 0)));
    return reader.read(text, starts, site);
  };

  it.each([
    ['us', 'Our tea cures diabetes in a week. The tin is made of steel.', 'disease_claim'],
    ['id', 'Jamu ini menyembuhkan diabetes dalam tiga hari. Kemasan 200 gram.', 'disease_cure_claim'],
    ['main', '这款面包三天治好糖尿病。包装两百克。', 'food_disease_claim'],
  ] as const)('tells a cure from its package on %s', (site, text, topic) => {
    const [cure, tin] = read(site, text).sentences;
    expect(cure?.topic).toBe(topic);
    expect(cure?.unlawful).toBeGreaterThan(0.7);
    expect(tin?.unlawful).toBeLessThan(0.3);
  });

  it('reads a text the same way whatever was read before it', () => {
    const text = 'Our tea cures diabetes in a week.';
    const first = read('us', text).sentences[0]?.unlawful;
    read('main', '新到秋装。');
    expect(loadReader(join(packs, 'reader')).read(text, [0], 'us').sentences[0]?.unlawful).toBe(first);
  });

  it('knows every character of the three languages as a piece or as unknown, and never fails on one', () => {
    expect(read('us', 'a\u0000b \ud835 𝒜 \u{1f468}\u200d\u{1f469} ﷽').tokens.ids.length).toBeGreaterThan(5);
    expect(read('main', '治疗糖尿病').unknown).toBe(0);
  });

  it('reads long texts in windows, one reading a sentence', () => {
    const text = 'The tin holds two hundred grams of tea. '.repeat(60);
    expect(read('us', text).sentences).toHaveLength(60);
  });
});

describe('a folder without', () => {
  it('a reader has none, and packs beside it are judged by rules alone', () => {
    expect(readerBeside(join(folder, 'us'))).toBeNull();
    expect(readerManifestBeside(join(folder, 'us'))).toBeNull();
  });

  it('the files that the manifest names is refused, with what to do', () => {
    const broken = join(folder, 'reader');
    cpSync(join(packs, 'reader'), broken, { recursive: true });
    writeFileSync(join(broken, 'heads.bin'), 'cut off');
    expect(() => loadReader(broken)).toThrow(/heads\.bin is not the file that reader\.json names/);
  });
});
