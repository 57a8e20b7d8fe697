import type { TextCheck } from '../marks/findings.ts';

/** A rewrite of a check, of any site. */
export interface RewrittenText {
  readonly version: number;
  readonly text: string;
  readonly isAccepted: boolean;
  /** Why it is not accepted. */
  readonly refusal: 'risk_left' | 'nothing_left' | null;
  readonly riskCount: number;
}

/** Returns the rewrites of a check, the newest last. International sites keep one, which was accepted. */
export function rewritesOf(check: TextCheck): readonly RewrittenText[] {
  if ('fixes' in check)
    return check.fixes.map(({ version, fixedText, accepted, reason, riskCount }) => ({
      version,
      text: fixedText,
      isAccepted: accepted,
      refusal: accepted ? null : (reason ?? 'risk_left'),
      riskCount,
    }));
  const { fixedText, fixStatus } = check;
  if (fixedText === null || fixStatus !== 'completed') return [];
  return [{ version: 1, text: fixedText, isAccepted: true, refusal: null, riskCount: 0 }];
}
