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
  it('is other words that are no risk in their sentence', () => {
    const text = 'Made by hand. Our pills treat arthritis. Ships today.';
    const [finding] = replaced(text);
    expect(finding?.matchedText).toBe('Our pills treat arthritis');
    const said = text.replace(finding?.matchedText ?? '', finding?.replacement ?? '');
    expect(said).not.toBe(text);
    expect(evaluate(said, engine, selection).findings).toEqual([]);
  });

  it('is none where the words can only be left out', () => {
    expect(replaced('WhatsApp us on +1 555 010 7788 for a better price.')[0]).toMatchObject({
      replacement: null,
    });
  });

  it('costs a bounded time, however much is at risk', () => {
    const packed = 'it comes in a paper bag with a ribbon, '.repeat(8);
    const many = Array.from({ length: 40 }, (_, at) => `Our tea ${at} cures diabetes, ${packed}and ships.`);
    const replacements = replaced(many.join(' ')).map(({ replacement }) => replacement);
    expect(replacements[0]).not.toBeNull();
    expect(replacements.at(-1)).toBeNull();
  });
});
