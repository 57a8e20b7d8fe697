import type { Inflection } from '../language/language.ts';
import type { RawLexicon } from './lexicon-schema.ts';

/** Terms of every lexicon under its name and, for verbs, under `name:form`. */
export type LexiconTerms = ReadonlyMap<string, readonly string[]>;

/** Inflects and joins lexicons. Throws an Error naming the lexicon when one includes what is not there, or itself. */
export function expandLexicons(lexicons: readonly RawLexicon[], inflection: Inflection): LexiconTerms {
  const byId = new Map(lexicons.map((lexicon) => [lexicon.id, lexicon]));
  const expanded = new Map<string, string[]>();
  for (const lexicon of lexicons) {
    for (const member of withIncluded(lexicon, byId, [])) addTerms(expanded, lexicon.id, member, inflection);
  }
  return expanded;
}

function withIncluded(
  lexicon: RawLexicon,
  byId: ReadonlyMap<string, RawLexicon>,
  path: readonly string[],
): RawLexicon[] {
  if (path.includes(lexicon.id)) throw new Error(`lexicon "${lexicon.id}" includes itself`);
  return [
    lexicon,
    ...lexicon.include.flatMap((id) => {
      const included = byId.get(id);
      if (!included) throw new Error(`lexicon "${lexicon.id}" includes unknown "${id}"`);
      return withIncluded(included, byId, [...path, lexicon.id]);
    }),
  ];
}

function addTerms(
  expanded: Map<string, string[]>,
  name: string,
  lexicon: RawLexicon,
  inflection: Inflection,
): void {
  for (const entry of lexicon.terms) {
    const [term = '', ...extra] = entry.split('/');
    push(expanded, name, [term, ...extra]);
    if (lexicon.inflect === 'noun') push(expanded, name, inflection.noun(term));
    if (lexicon.inflect !== 'verb') continue;
    for (const [form, inflected] of Object.entries(inflection.verb(term))) {
      push(expanded, name, inflected);
      push(expanded, `${name}:${form}`, inflected);
    }
  }
}

function push(expanded: Map<string, string[]>, name: string, terms: readonly string[]): void {
  const known = expanded.get(name);
  if (known) known.push(...terms);
  else expanded.set(name, [...terms]);
}
