import { describe, expect, it } from 'vitest';
import { structureOf } from '../document/structure.ts';
import { english } from '../language/english.ts';
import { cutOut } from './cut-out.ts';
import { applyEdits } from './edit.ts';
import { sentenceSpans } from './sentence-spans.ts';

/** Cuts the sentences that match. */
const without = (text: string, risk: RegExp): string => {
  const spans = sentenceSpans(structureOf(text, english)).filter(({ start, end }) =>
    risk.test(text.slice(start, end)),
  );
  return applyEdits(
    text,
    spans.map((span) => cutOut(text, span)),
  );
};

describe('a sentence is cut with what belongs to it', () => {
  it.each([
    ['Soft. Cures gout! 😍 Woven.', 'Soft. Woven.'],
    ['🔥 Cures gout.\nSoft.', 'Soft.'],
    ['Nice.\n- Cures gout\n- Soft', 'Nice.\n- Soft'],
    ['- Cures gout. Soft.\n- Warm', '- Soft.\n- Warm'],
    ['Nice.\n\nCures gout.\n\nSoft.', 'Nice.\n\nSoft.'],
    ['Soft | Cures gout | Warm', 'Soft | Warm'],
    ['[VO] Cures gout. Soft.\nHOST: Warm. Cures gout.', '[VO] Soft.\nHOST: Warm.'],
    ['SAY: "Cures gout. It is soft."\nWarm.', 'SAY: "It is soft."\nWarm.'],
    ['"It is soft. Cures gout."\n"Cures gout."', '"It is soft."'],
  ])('%j → %j', (text, after) => {
    expect(without(text, /gout/)).toBe(after);
  });
});
