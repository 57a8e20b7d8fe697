import { type CompiledPack, defaultSelection, type Selection } from '@redline/rule-engine/pack';

/**
 * Splits the arguments of `rules try` into a selection and a text. Arguments that are a value of one of the pack's
 * dimensions (`dtc_us`, or `platform=dtc_us` where two dimensions have the value) are taken off the front, one a
 * dimension; the others keep their default. The last argument is always text.
 */
export function splitSelection(
  args: readonly string[],
  { meta }: Pick<CompiledPack, 'meta'>,
): { selection: Selection; text: string } {
  const chosen: Record<string, string> = {};
  let taken = 0;
  for (; taken < args.length - 1; taken++) {
    const [value = '', name] = (args[taken] ?? '').split('=').reverse();
    const dimension = Object.entries(meta.dimensions).find(
      ([known, { values }]) =>
        chosen[known] === undefined && (name === undefined || name === known) && values.includes(value),
    );
    if (!dimension) break;
    chosen[dimension[0]] = value;
  }
  return {
    selection: { ...defaultSelection(new Map(), meta), ...chosen },
    text: args.slice(taken).join(' '),
  };
}
