import { evaluateLimits } from '@redline/contracts';
import type { Evaluate, EvaluateReply } from '../clients/text-engine.ts';
import type { CheckRequest } from '../domain/detection.ts';
import { compareWithScript } from '../domain/videos/drift.ts';
import type { CustomTranscriptRisk, TranscriptRisk } from '../domain/videos/reports.ts';
import type { TimedText } from '../domain/videos/timed-text.ts';
import { type Passage, passagesOf, spokenAt } from '../domain/videos/transcript.ts';

export interface TranscriptFindings {
  readonly risks: readonly TranscriptRisk[];
  readonly customRisks: readonly CustomTranscriptRisk[];
}

/**
 * Has a transcript evaluated by the rules for voiceovers: passages of the greatest length that one request may have, one
 * in each, because the reply to several might not fit into a message.
 * @param script the approved text that the speaker was to keep to; null if none is linked
 * @returns findings in the order of the text
 * @throws BusError or Error if the rules could not be asked
 */
export async function evaluateTranscript(
  evaluate: Evaluate,
  request: CheckRequest,
  sentences: readonly TimedText[],
  script: string | null,
): Promise<TranscriptFindings> {
  const findings: TranscriptFindings[] = [];
  for (const passage of passagesOf(sentences, evaluateLimits.passageLength)) {
    const passages = [{ id: 'voice', text: passage.text }];
    const reply = await evaluate(request, { medium: 'voiceover', passages, labels: [] });
    const isImprovised = script === null ? () => false : compareWithScript(passage.text, script);
    findings.push(...reply.passages.map((one) => risksOf(one, passage, isImprovised)));
  }
  return {
    risks: findings.flatMap(({ risks }) => risks),
    customRisks: findings.flatMap(({ customRisks }) => customRisks),
  };
}

function risksOf(
  { findings, customFindings }: EvaluateReply['passages'][number],
  passage: Passage,
  isImprovised: (start: number, end: number) => boolean,
): TranscriptFindings {
  const timesOf = (start: number, end: number) => {
    const { startSeconds, endSeconds, text } = spokenAt(passage, start, end);
    return { startSeconds, endSeconds, sentence: text };
  };
  return {
    risks: findings.map((finding) => ({
      matchedText: finding.matchedText,
      tier: finding.tier,
      tierLabel: finding.tierLabel,
      tierReason: finding.tierReason,
      severity: finding.severity,
      kind: finding.kind,
      category: finding.category,
      suggestion: finding.suggestion,
      legalRef: finding.legalRef,
      replacement: finding.replacement,
      ...timesOf(finding.start, finding.end),
      source: finding.source,
      origin: isImprovised(finding.start, finding.end) ? 'drift' : null,
      precedents: finding.precedents ?? [],
    })),
    customRisks: customFindings.map(({ start, end, matchedText, replacement, note }) => ({
      matchedText,
      ...timesOf(start, end),
      replacement,
      note,
    })),
  };
}
