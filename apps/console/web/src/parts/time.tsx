import { useFormat } from '../i18n/use-format.ts';

/** A time in the reader's zone. @param at ISO 8601 */
export function Time({ at }: { readonly at: string }) {
  const format = useFormat();
  return <time dateTime={at}>{format.time(at)}</time>;
}
