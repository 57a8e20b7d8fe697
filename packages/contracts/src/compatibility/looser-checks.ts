import type { Check, Definition } from './definitions.ts';

/**
 * Lists the limits of a reader that its writer does not keep: of strings, numbers and the length of lists.
 * @returns a sentence for each
 */
export function looserChecks(written: Definition, read: Definition): readonly string[] {
  const kept = limitsOf(written);
  return limitsOf(read).flatMap((limit) =>
    kept.some((other) => isAsTight(other, limit)) ? [] : [`${said(limit)} is expected, and not promised`],
  );
}

const limitsOf = ({ checks = [], minLength, maxLength }: Definition): readonly Check[] => [
  ...checks,
  ...(minLength ? [{ kind: 'min', value: minLength.value }] : []),
  ...(maxLength ? [{ kind: 'max', value: maxLength.value }] : []),
];

function isAsTight(one: Check, limit: Check): boolean {
  if (one.kind !== limit.kind) return false;
  if (typeof one.value === 'number' && typeof limit.value === 'number') {
    if (one.kind === 'min') return one.value >= limit.value;
    if (one.kind === 'max') return one.value <= limit.value;
    return one.value === limit.value;
  }
  return String(one.regex) === String(limit.regex) && one.value === limit.value;
}

const said = ({ kind, value, regex }: Check) =>
  [kind, value ?? regex].filter((it) => it !== undefined).join(' ');
