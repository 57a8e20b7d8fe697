import { describe, expect, it } from 'vitest';
import { english } from '../language/english.ts';
import { compileContext } from '../pack/compile-rule.ts';
import type { CompiledPack } from '../pack/pack.ts';
import { expandLexicons } from '../patterns/lexicons.ts';
import { patternTableBuilder } from '../patterns/pattern-table.ts';
import { scanText } from '../patterns/scan-text.ts';
import { runAll } from '../patterns/scanned-text.ts';
import { termScan, termTableOf } from '../patterns/term-scan.ts';
import { vocabularyBuilder } from '../patterns/vocabulary.ts';
import { holds, mayHold } from './context.ts';

/** Tells whether a context holds around the word `here` of a text, and whether it may for any word of it. */
function judged(raw: Parameters<typeof compileContext>[0], text: string): { holds: boolean; may: boolean } {
  const words = vocabularyBuilder(expandLexicons([], english.inflection), english, () => [], []);
  const patterns = patternTableBuilder(words.classOf, english.gapMax);
  const here = patterns.list([patterns.pattern('here')]);
  const context = compileContext(raw, patterns, []);
  const grammar = { gapStop: patterns.list([]) } as CompiledPack['grammar'];
  const { terms, ...vocabulary } = words.vocabulary();
  const pack = { language: english, vocabulary, grammar, patterns: patterns.table(vocabulary.classCount) };
  const scan = termScan({ ...pack, terms: termTableOf({ ...vocabulary, terms }), sounds: null });
  const scanned = scanText(text, { pack, scan });
  const [match] = runAll(scanned, here);
  if (!match) return expect.unreachable();
  return { holds: holds(scanned, context, match), may: mayHold(scanned, context) };
}

describe('a context', () => {
  it.each([
    ['in the sentence', { sentence: ['oak'] }, 'Oak stands here. A pine.', true],
    ['in the sentence only', { sentence: ['oak'] }, 'It is here. Oak.', false],
    ['in a neighbour', { nearby: ['oak'] }, 'Oak. It is here. Pine.', true],
    ['not two away', { nearby: ['oak'] }, 'Oak. Pine. It is here.', false],
    ['so many sentences away', { within: { sentences: 3, match: ['oak'] } }, 'Oak. A. B. It is here.', true],
    ['no further', { within: { sentences: 3, match: ['oak'] } }, 'Oak. A. B. C. It is here.', false],
    ['anywhere', { text: ['oak'] }, 'Oak. A. B. C. D. E. It is here.', true],
    ['in one of its places', { sentence: ['elm'], text: ['oak'] }, 'Here. A. B. Oak.', true],
  ])('holds %s', (_, raw, text, expected) => {
    expect(judged(raw, text).holds).toBe(expected);
  });

  it('of several holds only when each does', () => {
    const both = [{ text: ['oak'] }, { sentence: ['elm'] }];
    expect(judged(both, 'Elm is here. Oak is there.').holds).toBe(true);
    expect(judged(both, 'It is here. Elm and oak are there.').holds).toBe(false);
    expect(judged(both, 'Elm is here.').holds).toBe(false);
  });

  it('that may not hold for any word is known before a word is looked for', () => {
    expect(judged({ text: ['oak'] }, 'It is here.').may).toBe(false);
    expect(judged({ sentence: ['oak'] }, 'It is here.').may).toBe(false);
    expect(judged([{ text: ['oak'] }, { sentence: ['elm'] }], 'Oak is here.').may).toBe(false);
    expect(judged([{ text: ['oak'] }, { sentence: ['elm'] }], 'Here. Oak and elm.').may).toBe(true);
  });
});
