import { clipWords } from '../clip-words.ts';
import type { Detection } from '../detection.ts';
import { inLocale, inLocaleOrNull } from '../locale.ts';

/** What every site shows of a finding on a picture alike, in one language; what older rows do not hold is null. */
export function findingOf(found: Detection, locale: string) {
  const { severity, matchedText, suggestion = null, legalRef = null } = found;
  return {
    description: inLocale(found.description, locale),
    matchedText: matchedText === null ? null : clipWords(matchedText),
    severity,
    suggestion: inLocaleOrNull(suggestion, locale),
    legalRef: inLocaleOrNull(legalRef, locale),
  };
}

/** The tier of a finding as the main site shows it. */
export function tierOf(
  { tier, tierLabel, tierReason }: Pick<Detection, 'tier' | 'tierLabel' | 'tierReason'>,
  locale: string,
) {
  return {
    tier,
    tierLabel: inLocaleOrNull(tierLabel, locale) ?? tier,
    tierReason: inLocaleOrNull(tierReason, locale),
  };
}
