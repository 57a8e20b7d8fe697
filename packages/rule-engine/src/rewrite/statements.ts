import type { Connectives } from '../language/language.ts';
import type { CompiledPack, Rule } from '../pack/pack.ts';

/** The statement that a rule misses, in the language of the pack's copy; null for a rule that misses none. */
export function statementFor({ meta }: Pick<CompiledPack, 'meta'>, { finder }: Rule): string | null {
  if (finder.kind !== 'missing') return null;
  const locale = meta.locales.find((one) => one.startsWith(`${meta.language}-`));
  return (locale && finder.insert[locale]) ?? null;
}

/** A text with a statement at its end: on a line of its own where it has lines, else as a sentence more. */
export function withStatement(text: string, statement: string, { spaced }: Connectives): string {
  const body = text.trimEnd();
  if (body.includes('\n')) return `${body}\n${statement}`;
  const isClosed = /[.!?。！？…"”』」)）]$/u.test(body);
  return `${body}${isClosed ? '' : spaced ? '.' : '。'}${spaced ? ' ' : ''}${statement}`;
}
