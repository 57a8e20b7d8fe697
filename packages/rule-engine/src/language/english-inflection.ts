import { irregularPasts } from './english-irregular-verbs.ts';

/** The forms a rule may ask for by name, as in `{treat:ing}`. */
export const verbForms = ['base', 's', 'ed', 'ing'] as const;
export type VerbForm = (typeof verbForms)[number];

const vowel = /[aeiou]/;
/** Verbs of several syllables that double their last letter all the same. */
const doubling = /(?:mit|fer|pel|rol|cur|get|gin|lot|quip)$/;
const oneSyllable = /^[^aeiouy]*[aeiouy][bdgklmnprt]$/;

function sForm(word: string): string {
  if (word === 'have') return 'has';
  if (word === 'be') return 'is';
  if (/(?:s|x|z|ch|sh|[^aeiou]o)$/.test(word)) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

function doubles(word: string): boolean {
  const stem = word.slice(-3);
  if (stem.length < 3 || vowel.test(stem[0] ?? '') || !vowel.test(stem[1] ?? '')) return false;
  return oneSyllable.test(word) || doubling.test(word);
}

function edForms(word: string): string[] {
  const irregular = irregularPasts.get(word);
  if (irregular) return [...irregular];
  if (/e$/.test(word)) return [`${word}d`];
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ied`];
  return [doubles(word) ? `${word}${word.slice(-1)}ed` : `${word}ed`];
}

function ingForm(word: string): string {
  if (/ie$/.test(word)) return `${word.slice(0, -2)}ying`;
  if (/[^eoy]e$/.test(word) && word !== 'be') return `${word.slice(0, -1)}ing`;
  return doubles(word) ? `${word}${word.slice(-1)}ing` : `${word}ing`;
}

/** English verb forms of a term; of several words the first is inflected (`get rid of`, `gets rid of`). */
export function inflectVerb(term: string): Record<VerbForm, string[]> {
  const [head = '', ...rest] = term.split(' ');
  const withRest = (form: string): string => [form, ...rest].join(' ');
  return {
    base: [term],
    s: [withRest(sForm(head))],
    ed: edForms(head).map(withRest),
    ing: [withRest(ingForm(head))],
  };
}

const irregularPlurals = new Map([
  ['man', 'men'],
  ['woman', 'women'],
  ['child', 'children'],
  ['foot', 'feet'],
  ['tooth', 'teeth'],
  ['mouse', 'mice'],
  ['louse', 'lice'],
  ['person', 'people'],
  ['knife', 'knives'],
  ['life', 'lives'],
]);

/** English singular and plural of a term; of several words the last is inflected. */
export function inflectNoun(term: string): string[] {
  const words = term.split(' ');
  const last = words.pop() ?? '';
  if (/(?:ss|sis|us|itis|ics)$/.test(last)) return [term];
  const plural = irregularPlurals.get(last) ?? (/s$/.test(last) ? last : sForm(last));
  return [...new Set([term, [...words, plural].join(' ')])];
}

/** The word without the endings of English inflection; crude, and the same for every form of most words. */
export function stemOf(word: string): string {
  const bare = word.replace(/'(?:s|re|ve|ll|d|m)$/, '');
  if (bare.length <= 3) return bare;
  return bare
    .replace(/(?<=[a-z]{3})ies$/, 'y')
    .replace(/(?<=[a-z]{3})(?:ing|ed|es|ly|er|est)$/, '')
    .replace(/(?<=[a-z]{2}[^s])s$/, '')
    .replace(/(?<=[a-z]{3})e$/, '')
    .replace(/([bdgklmnprt])\1$/, '$1');
}
