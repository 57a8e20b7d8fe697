import type { Connectives } from '../language/language.ts';
import type { CompiledPack, Rule } from '../pack/pack.ts';

/** Returns the statement that a rule requires, in the language of the pack; null for a rule that requires none. */
export function statementFor({ meta }: Pick<CompiledPack, 'meta'>, { finder }: Rule): string | null {
  if (finder.kind !== 'missing') return null;
  const locale = meta.locales.find((one) => one.startsWith(`${meta.language}-`));
  return (locale && finder.insert[locale]) ?? null;
}

/** Appends a statement: on a line of its own where the text has lines, else as one more sentence. */
export function withStatement(text: string, statement: string, { spaced }: Connectives): string {
  const body = text.trimEnd();
  if (body.includes('\n')) return `${body}\n${statement}`;
  const isClosed = /[.!?。！？…"”』」)）]$/u.test(body);
  return `${body}${isClosed ? '' : spaced ? '.' : '。'}${spaced ? ' ' : ''}${statement}`;
}
