import type { z } from 'zod';
import type { CheckedImage } from './backend.ts';
import type { checkTextOutput, fixTextOutput, ToolRisk } from './schemas.ts';

/** Says for a reader what a check of a text found. */
export function checkedText({ verdict, risks }: z.infer<typeof checkTextOutput>): string {
  if (risks.length === 0) return `No risks found; verdict: ${verdict}.`;
  return [`${countOf(risks)}; verdict: ${verdict}.`, ...risks.map(riskText)].join('\n\n');
}

const reasons = {
  risk_left: 'Not accepted: risks are left.',
  nothing_left: 'Not accepted: nothing lawful of substance would be left; somebody has to write it anew.',
  failed: 'Not rewritten: the server found no rewrite that leaves no risk.',
} as const;

/** Says for a reader how a rewrite ended, and the new text. */
export function fixedText({ text, isChanged, reason, risksLeft }: z.infer<typeof fixTextOutput>): string {
  const left = risksLeft === null || risksLeft.length === 0 ? [] : [`Left: ${countOf(risksLeft)}.`];
  return [
    isChanged ? `Rewritten:\n\n${text}` : 'Nothing was changed.',
    ...(reason === null ? [] : [reasons[reason]]),
    ...left,
    ...(risksLeft ?? []).map(riskText),
  ].join('\n\n');
}

/** Says for a reader what was found on a picture, and what did not look at it. */
export function imageText({ riskLevel, labels, coverage }: CheckedImage): string {
  const absent = coverage.filter(({ status }) => status !== 'ran').map(({ detector }) => detector);
  return [
    `${labels.length === 0 ? 'Nothing found' : `${labels.length} found`}; verdict: ${riskLevel ?? 'none'}.`,
    ...labels.map(({ description, matchedText, suggestion, legalRef }) =>
      lines(description, matchedText && `words: ${matchedText}`, suggestion, legalRef),
    ),
    ...(absent.length === 0 ? [] : [`Did not look: ${absent.join(', ')}.`]),
  ].join('\n\n');
}

const countOf = ({ length }: readonly unknown[]): string => (length === 1 ? '1 risk' : `${length} risks`);

function riskText({ level, kind, ruleId, words, category, suggestion, legalRef }: ToolRisk): string {
  return lines(
    `${level} ${kind}  ${ruleId}`,
    words && `words: ${words}`,
    category && `why: ${category}`,
    suggestion && `fix: ${suggestion}`,
    legalRef && `law: ${legalRef}`,
  );
}

const lines = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join('\n');
