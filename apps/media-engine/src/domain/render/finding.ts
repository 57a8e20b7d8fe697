import { renderPrecedents } from '@redline/contracts';
import { clipWords } from '../clip-words.ts';
import type { Detection } from '../detection.ts';
import { inLocale, inLocaleOrNull } from '../locale.ts';

/** Renders the fields of a finding that all sites share, in one locale; fields that older rows lack are null or empty. */
export function renderFinding(found: Detection, locale: string) {
  const { severity, matchedText, suggestion = null, legalRef = null } = found;
  const { precedents = [], boxes = [] } = found;
  return {
    description: inLocale(found.description, locale),
    matchedText: matchedText === null ? null : clipWords(matchedText),
    severity,
    suggestion: inLocaleOrNull(suggestion, locale),
    legalRef: inLocaleOrNull(legalRef, locale),
    precedents: renderPrecedents(precedents, locale),
    boxes: boxes.map(({ x, y, width, height }) => ({ x, y, width, height })),
  };
}

/** Renders the same of a finding on a frame, with the time for which its words stand. */
export const renderFrameFinding = (found: Detection, locale: string) => ({
  ...renderFinding(found, locale),
  startSeconds: found.shown?.startSeconds ?? null,
  endSeconds: found.shown?.endSeconds ?? null,
});

/** Renders the tier of a finding for the main site. */
export function renderTier(
  { tier, tierLabel, tierReason }: Pick<Detection, 'tier' | 'tierLabel' | 'tierReason'>,
  locale: string,
) {
  return {
    tier,
    tierLabel: inLocaleOrNull(tierLabel, locale) ?? tier,
    tierReason: inLocaleOrNull(tierReason, locale),
  };
}
