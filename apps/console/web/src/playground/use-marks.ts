import { useEffect, useState } from 'react';
import { type Finding, findingsOf, type TextCheck } from '../marks/findings.ts';
import { moveFindings } from '../marks/places.ts';

/** Findings as they lie in the text of the editor. */
export interface Marks {
  readonly findings: readonly Finding[];
  /** Follows an edit. */
  readonly move: (before: string, after: string) => void;
  readonly set: (findings: readonly Finding[]) => void;
}

/**
 * Keeps the findings of a check on their words while its text is edited.
 * @param text of the editor when the check is first seen, which may have been edited before a reload
 */
export function useMarks(check: TextCheck | undefined, text: string): Marks {
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const version = check?.status === 'completed' ? check.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a completed check has its findings for good, and edits are followed by `move`
  useEffect(() => {
    setFindings(version && check ? moveFindings(findingsOf(check), check.text, text) : []);
  }, [version]);
  return {
    findings,
    move: (before, after) => setFindings((now) => moveFindings(now, before, after)),
    set: setFindings,
  };
}
