import { evaluateLimits } from '@redline/contracts';
import type { Evaluate, Evaluated } from '../clients/text-engine.ts';
import type { Ask } from '../domain/detection.ts';
import { compareWithScript } from '../domain/videos/drift.ts';
import type { CustomTranscriptRisk, TranscriptRisk } from '../domain/videos/reports.ts';
import type { Spoken } from '../domain/videos/timed-text.ts';
import { type Passage, passagesOf, saidAt } from '../domain/videos/transcript.ts';

export interface JudgedVoice {
  readonly risks: readonly TranscriptRisk[];
  readonly customRisks: readonly CustomTranscriptRisk[];
}

/**
 * Has a transcript judged by the rules for voiceovers, in passages as long as may be asked, one question each: an answer
 * to several might not fit into a message.
 * @param script the approved one that the speaker was to keep to, null where there is none
 * @returns in the order of the text
 * @throws BusError or Error where the rules could not be asked
 */
export async function judgeVoice(
  evaluate: Evaluate,
  ask: Ask,
  sentences: readonly Spoken[],
  script: string | null,
): Promise<JudgedVoice> {
  const judged: JudgedVoice[] = [];
  for (const passage of passagesOf(sentences, evaluateLimits.passageLength)) {
    const passages = [{ id: 'voice', text: passage.text }];
    const said = await evaluate(ask, { medium: 'voiceover', passages, labels: [] });
    const isImprovised = script === null ? () => false : compareWithScript(passage.text, script);
    judged.push(...said.passages.map((one) => risksOf(one, passage, isImprovised)));
  }
  return {
    risks: judged.flatMap(({ risks }) => risks),
    customRisks: judged.flatMap(({ customRisks }) => customRisks),
  };
}

function risksOf(
  { findings, customFindings }: Evaluated['passages'][number],
  passage: Passage,
  isImprovised: (start: number, end: number) => boolean,
): JudgedVoice {
  const place = (start: number, end: number) => {
    const { startSeconds, endSeconds, text } = saidAt(passage, start, end);
    return { startSeconds, endSeconds, sentence: text };
  };
  return {
    risks: findings.map(({ start, end, ...finding }) => ({
      matchedText: finding.matchedText,
      ...{ tier: finding.tier, tierLabel: finding.tierLabel, tierReason: finding.tierReason },
      ...{ severity: finding.severity, kind: finding.kind, category: finding.category },
      ...{ suggestion: finding.suggestion, legalRef: finding.legalRef, replacement: finding.replacement },
      ...place(start, end),
      source: finding.source,
      origin: isImprovised(start, end) ? 'drift' : null,
    })),
    customRisks: customFindings.map(({ start, end, matchedText, replacement, note }) => ({
      matchedText,
      ...place(start, end),
      ...{ replacement, note },
    })),
  };
}
