import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { structureOf } from '../document/structure.ts';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { languages } from '../language/languages.ts';
import type { Reader } from '../reader/read-text.ts';
import { loadPack } from './pack-files.ts';
import { loadReader, readerBeside } from './reader-files.ts';
import { NoReaderError, openReaderRuntime, runtimeVersion } from './reader-runtime.ts';

const packs = fileURLToPath(new URL('../../../../packs', import.meta.url));
const folder = join(packs, 'reader');
const failing = (why: string) => () => {
  throw new Error(`${why}\nRequire stack: many lines`);
};
afterEach(() => openReaderRuntime());

const texts = [
  [
    'us',
    'en',
    'Our tea cures diabetes in a week. The tin is made of steel. Doctors are amazed, results guaranteed!',
  ],
  ['us', 'en', 'Handmade oak shelf, 80 cm wide, ships in two days. Free returns within 30 days.'],
  [
    'id',
    'id',
    'Jamu ini menyembuhkan diabetes dalam tiga hari. Kemasan 200 gram. Pasti langsing dalam seminggu.',
  ],
  ['main', 'zh', '这款面包三天治好糖尿病。包装两百克。全国销量第一，买到就是赚到。'],
] as const;

const probabilitiesOf = (reader: Reader): number[] =>
  texts.flatMap(([site, language, text]) => {
    const { sentences, tokens } = structureOf(text, languages[language]);
    const starts = sentences.map(({ first }, at) => (at === 0 ? 0 : (tokens[first]?.start ?? 0)));
    return reader.read(text, starts, site).sentences.map(({ unlawful }) => unlawful);
  });

describe('the runtime of readers', () => {
  it('is one version, native and in WebAssembly, which the hash of packs names', () => {
    const require = createRequire(import.meta.url);
    const versionOf = (entry: string): string => {
      let at = dirname(require.resolve(entry));
      while (!at.endsWith('onnxruntime-node') && !at.endsWith('onnxruntime-web')) at = dirname(at);
      return JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')).version;
    };
    expect(versionOf('onnxruntime-node')).toBe(runtimeVersion);
    expect(versionOf('onnxruntime-web/ort-wasm-simd-threaded.mjs')).toBe(runtimeVersion);
  });

  it('is WebAssembly where the native library does not load, and reads the committed graph alike', async () => {
    expect(await openReaderRuntime()).toBe('native');
    const native = loadReader(folder);
    const { loadWebRuntime } = await import('./web-encoder.ts');
    const kind = await openReaderRuntime('auto', {
      loadNative: failing('no library'),
      loadWeb: loadWebRuntime,
    });
    expect(kind).toBe('web');
    const web = loadReader(folder);
    expect([native.kind, web.kind]).toEqual(['native', 'web']);
    const read = probabilitiesOf(web);
    const apart = probabilitiesOf(native).map((one, at) => Math.abs(one - (read[at] ?? 9)));
    expect(read).toHaveLength(11);
    // A single sentence may lie further apart: docs/measurements/same-verdicts.md.
    expect(apart.reduce((sum, one) => sum + one, 0) / apart.length).toBeLessThan(0.05);
  }, 60_000);

  it('may be none, and then rules alone judge, as each evaluation says', async () => {
    expect(await openReaderRuntime('off')).toBe('off');
    expect(readerBeside(join(packs, 'us'))).toBeNull();
    const engine = engineOf(loadPack(join(packs, 'us')));
    const place = { platform: 'dtc_us', vertical: 'supplement' };
    const { reader, riskLevel } = evaluate('Our drops cure arthritis in two weeks.', engine, place);
    expect({ reader, riskLevel }).toEqual({ reader: 'off', riskLevel: 'high' });
  }, 60_000);

  it('that is missing altogether is an error that says why both fail, in one line', async () => {
    const loadWeb = async () => failing('no WebAssembly')();
    const opening = openReaderRuntime('auto', { loadNative: failing('no library'), loadWeb });
    await expect(opening).rejects.toThrow(NoReaderError);
    await expect(opening).rejects.toThrow(/^no runtime .*no library; WebAssembly: no WebAssembly$/);
  });
});
