import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { analyze } from '../evaluate/analyze.ts';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate, evaluationOf } from '../evaluate/evaluate.ts';
import { loadPack } from '../load/pack-files.ts';
import { withReplacements } from './replacement.ts';

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/us', import.meta.url))));
const selection = { medium: 'voiceover', platform: 'shortvideo_us' };
const replaced = (text: string) => {
  const analysis = analyze(text, engine, selection);
  const { findings } = evaluationOf(text, analysis, engine, selection);
  return withReplacements(findings, analysis, engine, selection);
};

describe('a replacement for words of a voiceover', () => {
  it('is what a rewrite leaves of them, and no risk in its sentence', () => {
    const text = 'Made by hand. It cures diabetes and comes in a paper bag. Ships today.';
    const [finding] = replaced(text);
    expect(finding).toMatchObject({ replacement: 'It comes in a paper bag' });
    const said = text.replace(finding?.matchedText ?? '', finding?.replacement ?? '');
    expect(said).toBe('Made by hand. It comes in a paper bag. Ships today.');
    expect(evaluate(said, engine, selection).findings).toEqual([]);
  });

  it('is none where the words can only be left out', () => {
    expect(replaced('WhatsApp us on +1 555 010 7788 for a better price.')[0]).toMatchObject({
      replacement: null,
    });
  });

  it('costs a bounded time, however much is at risk', () => {
    const many = Array.from({ length: 80 }, (_, at) => `It cures diabetes and comes in ${at} paper bags.`);
    const replacements = replaced(many.join(' ')).map(({ replacement }) => replacement);
    expect(replacements[0]).not.toBeNull();
    expect(replacements.at(-1)).toBeNull();
  });
});
