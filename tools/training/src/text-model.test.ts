import { fileURLToPath } from 'node:url';
import { evidenceDefault } from '@redline/rule-engine/classifier';
import { engineOf } from '@redline/rule-engine/evaluate';
import { loadPack } from '@redline/rule-engine/load';
import { describe, expect, it } from 'vitest';
import { fitTexts, type TextLesson } from './text-model.ts';

const reader = engineOf(loadPack(fileURLToPath(new URL('../../../packs/id', import.meta.url))));
const risks = { takenForLawfulMax: 0.1, takenForViolatingMax: 0.005, evidence: evidenceDefault };
const unheard = { loudest: 0, found: 0 };
const goods = ['lamp', 'towel', 'kettle', 'chair', 'spoon', 'brush', 'basket', 'bottle'];

/** Two hands that write alike: what violates shouts, what does not doubts. */
const lessons = ['one', 'two'].flatMap((hand): TextLesson[] =>
  goods.flatMap((good) => [
    { text: `Amazing ${good} melts sorrow today`, violates: true, hand, ...unheard },
    { text: `A ${good} cannot melt sorrow, sorry`, violates: false, hand, ...unheard },
  ]),
);

describe('the model of whole texts', () => {
  it('judges each hand by what was learned from the others', () => {
    const { judged } = fitTexts(lessons, [], risks, reader);
    expect(judged).toHaveLength(lessons.length);
    const worst = Math.min(
      ...judged.filter(({ violates }) => violates).map(({ probability }) => probability),
    );
    const best = Math.max(
      ...judged.filter(({ violates }) => !violates).map(({ probability }) => probability),
    );
    expect(worst).toBeGreaterThan(best);
  });

  it('learns nothing of a hand that no other writes like', () => {
    const strange = lessons.map((lesson) =>
      lesson.hand === 'two' ? { ...lesson, text: lesson.violates ? 'zig zag zog' : 'pim pam pom' } : lesson,
    );
    const { judged } = fitTexts(strange, [], risks, reader);
    const ofTwo = new Set(judged.slice(goods.length * 2).map(({ probability }) => probability.toFixed(6)));
    expect(ofTwo.size).toBe(1);
  });

  it('believes honest words beside a claim less once pads are dealt out', () => {
    const honest = 'We ship on Mondays from a barn. The box is plain cardboard, write to Dana.';
    const shipping = lessons.map((lesson) => ({
      ...lesson,
      text: lesson.violates ? lesson.text : `${lesson.text}. ${honest}`,
    }));
    const claim = {
      text: `Amazing sock melts sorrow today. ${honest}`,
      violates: true,
      hand: 'three',
      ...unheard,
    };
    const probability = (pads: readonly string[]): number =>
      fitTexts([...shipping, claim], pads, risks, reader).judged.at(-1)?.probability ?? 0;
    expect(probability([honest])).toBeGreaterThan(probability([]));
  });
});
