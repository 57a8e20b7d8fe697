import { consideredMax } from '@redline/contracts';
import type { Considered } from '../judge/candidate.ts';
import type { Evaluation, Finding } from './evaluation.ts';

/**
 * Selects the lawful matches that a record reports, in text order, `consideredMax` at most. A place is reported once for
 * each cause, by its widest match; places where a finding of the same topic stands are left out.
 */
export function reportedConsidered({
  considered,
  findings,
}: Pick<Evaluation, 'considered' | 'findings'>): Considered[] {
  const reported: Considered[] = [];
  const byPlace = [...considered].sort((a, b) => a.start - b.start || b.end - a.end);
  for (const one of byPlace) {
    if (reported.length === consideredMax) break;
    if (findings.some((finding) => overlap(finding, one) && topicOf(finding) === topicOf(one))) continue;
    if (!reported.some((other) => other.because === one.because && contains(other, one))) reported.push(one);
  }
  return reported;
}

/** Rule ids begin with pack and topic, those of policy rows do not. */
const topicOf = ({ ruleId, topic }: { readonly ruleId: string; readonly topic?: string }): string => {
  const [site, second] = ruleId.split('.', 2);
  if (second === 'policy' && topic !== undefined) return `${site}.${topic.replaceAll('_', '-')}`;
  return ruleId.slice(0, ruleId.lastIndexOf('.'));
};

const overlap = (finding: Finding, { start, end }: Considered): boolean =>
  finding.start < end && start < finding.end;

const contains = (outer: Considered, inner: Considered): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;
