import type { Candidate } from '../judge/candidate.ts';
import type { Connectives } from '../language/language.ts';
import type { CompiledPack, Rule } from '../pack/pack.ts';

/** Adds the first statement that a text lacks and does not have word for word; adding one may satisfy another rule. */
export function withMissingStatement(text: string, risks: readonly Candidate[], pack: CompiledPack): string {
  const statements = risks.flatMap(({ rule }) => statementFor(pack, rule) ?? []);
  const lacking = statements.find((one) => !text.includes(one));
  return lacking === undefined ? text : withStatement(text, lacking, pack.language.connectives);
}

/** Returns the statement that a rule requires, in the language of the pack; null for a rule that requires none. */
function statementFor({ meta }: Pick<CompiledPack, 'meta'>, { finder }: Rule): string | null {
  if (finder.kind !== 'missing') return null;
  const locale = meta.locales.find((one) => one.startsWith(`${meta.language}-`));
  return (locale && finder.insert[locale]) ?? null;
}

/** Appends a statement: on a line of its own where the text has lines, else as one more sentence. */
function withStatement(text: string, statement: string, { spaced }: Connectives): string {
  const body = text.trimEnd();
  if (body.includes('\n')) return `${body}\n${statement}`;
  const isClosed = /[.!?。！？…"”』」)）]$/u.test(body);
  return `${body}${isClosed ? '' : spaced ? '.' : '。'}${spaced ? ' ' : ''}${statement}`;
}
