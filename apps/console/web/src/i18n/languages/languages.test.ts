import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { id } from './id.ts';
import { zh } from './zh.ts';

type Tree = { readonly [key: string]: string | Tree };
const entriesOf = (tree: Tree, path = ''): readonly [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as [string, string]]
      : entriesOf(value, `${path}${key}.`),
  );
const valuesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
const english = entriesOf(en);

describe.each([
  ['Chinese', zh],
  ['Indonesian', id],
])('the page in %s', (_, messages) => {
  const translated = new Map(entriesOf(messages));

  it('says all that the English one says, with the same values in it', () => {
    expect([...translated.keys()]).toEqual(english.map(([key]) => key));
    for (const [key, text] of english) {
      expect(translated.get(key)?.trim(), key).not.toBe('');
      expect(valuesIn(translated.get(key) ?? ''), key).toEqual(valuesIn(text));
    }
  });
});

describe('a message', () => {
  it('has no markup, since it is shown as text', () => {
    for (const messages of [en, zh, id]) {
      for (const [key, text] of entriesOf(messages)) expect(text, key).not.toMatch(/[<>]/);
    }
  });
});
