import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { analyze } from '../evaluate/analyze.ts';
import { engineOf } from '../evaluate/engine.ts';
import { loadPack } from './pack-files.ts';

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/us', import.meta.url))));
const place = { platform: 'dtc_us', vertical: 'health' };
const violationsIn = (text: string): string[] =>
  analyze(text, engine, place).candidates.flatMap(({ rule }) => (rule.risk === 'violation' ? [rule.id] : []));

describe('an ingredient that may be sold without a prescription', () => {
  it.each([
    'Ibuprofen tablets 200 mg. Relieves headache, toothache and minor arthritis pain.',
    'Loratadine, non-drowsy. Relief of hay fever: sneezing, runny nose, itchy eyes.',
    "Clotrimazole cream treats athlete's foot and jock itch.",
    'Gel with benzoyl peroxide clears acne blemishes and helps keep new ones from forming.',
    'Hydrocortisone cream for the itch of eczema and insect bites.',
    'Loperamide caplets stop diarrhea, often in one dose.',
    'Permethrin lotion kills head lice and their eggs.',
    'Zinc oxide ointment treats and helps prevent diaper rash.',
  ])('may be said to do what its monograph says: %s', (text) => {
    expect(violationsIn(text)).toEqual([]);
  });

  it.each([
    'Our salicylic acid serum cures acne overnight.',
    'Benzoyl peroxide gel for acne, eczema and rosacea.',
    'A natural alternative to ibuprofen that relieves arthritis pain and headaches.',
    'Fluoride rinse that reverses tooth decay and regrows enamel.',
    'Clotrimazole cream that clears nail fungus for good.',
    'Hydrocortisone balm that heals shingles and nerve damage.',
    'Our tea tree oil treats acne.',
    'Loratadine tablets cure asthma.',
  ])('may not be said to do more, nor another to do the same: %s', (text) => {
    expect(violationsIn(text)).not.toEqual([]);
  });
});

describe('a former price', () => {
  it.each([
    'Oak desk. Sold here at $640 from March to June, now $480.',
    'Our regular price was $58 for the last twelve weeks. Today $44.',
    'Kettle, $39. The same model costs $52 at two shops in town, checked June 3.',
  ])('may be named with the time in which it was asked: %s', (text) => {
    expect(violationsIn(text)).toEqual([]);
  });

  it.each([
    'Simulated stone bracelet. Appraised at $1,900, now $49!',
    'Was $640, now $88. $640 is the figure our founder liked.',
    'Simulated stone bracelet. Appraised at $1,900, now $49 through December!',
    'Leather look sofa, polyester. Was $2,400, now $399 until May 31.',
  ])('may not be made up: %s', (text) => {
    expect(violationsIn(text)).not.toEqual([]);
  });
});
