import { fileURLToPath } from 'node:url';
import { textScoreOnly } from '@redline/rule-engine/classifier';
import { engineOf } from '@redline/rule-engine/evaluate';
import { loadPack } from '@redline/rule-engine/load';
import { describe, expect, it } from 'vitest';
import type { TextExample } from './text-example.ts';
import { fitTextModel } from './text-model.ts';

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/id', import.meta.url))));
const choices = { violatingReadAsLawfulMax: 0.1, lawfulFlaggedMax: 0.005, scoreWeights: textScoreOnly };
const unscored = { maxSentenceScore: 0, ruleFindings: 0 };
const goods = ['lamp', 'towel', 'kettle', 'chair', 'spoon', 'brush', 'basket', 'bottle'];

/** Texts of two authors who write alike: the violating ones boast, the lawful ones doubt. */
const examples = ['one', 'two'].flatMap((author): TextExample[] =>
  goods.flatMap((good) => [
    { text: `Amazing ${good} melts sorrow today`, isViolating: true, author, ...unscored },
    { text: `A ${good} cannot melt sorrow, sorry`, isViolating: false, author, ...unscored },
  ]),
);

describe('the model of whole texts', () => {
  it('predicts the texts of each author by what was trained on the others', () => {
    const { outOfFold } = fitTextModel(examples, [], choices, engine);
    expect(outOfFold).toHaveLength(examples.length);
    const worst = Math.min(
      ...outOfFold.filter(({ isViolating }) => isViolating).map(({ probability }) => probability),
    );
    const best = Math.max(
      ...outOfFold.filter(({ isViolating }) => !isViolating).map(({ probability }) => probability),
    );
    expect(worst).toBeGreaterThan(best);
  });

  it('knows nothing of an author whom no other writes like', () => {
    const strange = examples.map((example) =>
      example.author === 'two'
        ? { ...example, text: example.isViolating ? 'zig zag zog' : 'pim pam pom' }
        : example,
    );
    const { outOfFold } = fitTextModel(strange, [], choices, engine);
    const ofTwo = new Set(outOfFold.slice(goods.length * 2).map(({ probability }) => probability.toFixed(6)));
    expect(ofTwo.size).toBe(1);
  });

  it('finds a claim beside lawful words more probable when trained with padding', () => {
    const lawful = 'We ship on Mondays from a barn. The box is plain cardboard, write to Dana.';
    const shipping = examples.map((example) => ({
      ...example,
      text: example.isViolating ? example.text : `${example.text}. ${lawful}`,
    }));
    const claim = {
      text: `Amazing sock melts sorrow today. ${lawful}`,
      isViolating: true,
      author: 'three',
      ...unscored,
    };
    const probability = (padding: readonly string[]): number =>
      fitTextModel([...shipping, claim], padding, choices, engine).outOfFold.at(-1)?.probability ?? 0;
    expect(probability([lawful])).toBeGreaterThan(probability([]));
  });
});
