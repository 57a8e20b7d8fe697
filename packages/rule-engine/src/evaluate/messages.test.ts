import { describe, expect, it } from 'vitest';
import { precedentIdOf } from '../pack/read-precedents.ts';
import { wordingIdOf } from '../pack/wording.ts';
import { type Messages, precedentIn, reasonsIn, wordingIn } from './messages.ts';

const wording = {
  category: { 'en-US': 'Price of $&' },
  suggestion: {},
  legalRef: {},
  tierReason: null,
  insert: null,
};
const precedent = {
  agency: 'FTC',
  date: '2019-02-26',
  claim: { 'en-US': 'Capsules block fat.' },
  outcome: 'order',
  link: 'https://agency.example/case',
};
const messages: Messages = {
  wordings: new Map([['w1', wording]]),
  precedents: new Map([['p1', precedent]]),
  wordingIds: new Map([['us.disease-claim.direct', 'w1']]),
  reasons: new Map([['us', new Map([['negation', { 'en-US': 'Reads like “{category}”, but denied.' }]])]]),
};
const denied = { ruleId: 'us.disease-claim.direct', because: 'negation' };

describe('the reason why a match is lawful', () => {
  it('names the category of its rule, and is one object for the same rule and cause', () => {
    const reasonOf = reasonsIn(messages);
    const reason = reasonOf(denied, 'us');
    expect(reason.texts).toEqual({ 'en-US': 'Reads like “Price of $&”, but denied.' });
    expect(reason.wordingId).toBe(wordingIdOf(reason.texts));
    expect(reasonOf({ ...denied }, 'us')).toBe(reason);
  });

  it('is never left out', () => {
    expect(() => reasonsIn(messages)({ ...denied, because: 'whim' }, 'us')).toThrow('whim');
  });
});

describe('the wording of a finding', () => {
  it('is found by its id, and never left out', () => {
    expect(wordingIn(messages, 'w1')).toBe(wording);
    expect(() => wordingIn(messages, 'w2')).toThrow('no pack has the wording w2');
  });

  it('has an id that follows from its texts alone and stays the same for ever, since records refer to it', () => {
    expect(wordingIdOf(wording)).toBe(wordingIdOf(structuredClone(wording)));
    expect(wordingIdOf({ ...wording, category: { 'en-US': 'A' }, suggestion: { 'en-US': 'B' } })).toBe(
      'P3tI1fkorb4pBef9zeXB3r',
    );
  });
});

describe('the texts of a precedent', () => {
  it('are found by their id, and never left out', () => {
    expect(precedentIn(messages, 'p1')).toBe(precedent);
    expect(() => precedentIn(messages, 'p2')).toThrow('no pack has the precedent p2');
  });

  it('have an id that follows from them alone and stays the same for ever, since records refer to it', () => {
    expect(precedentIdOf(precedent)).toBe(precedentIdOf(structuredClone(precedent)));
    expect(precedentIdOf(precedent)).toBe('dt0bhcSsedvZT0yjaKJstv');
    expect(precedentIdOf({ ...precedent, outcome: 'fine' })).not.toBe(precedentIdOf(precedent));
  });
});
