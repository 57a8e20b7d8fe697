import type { ItemVerdict, imageRequests, textRequests, videoRequests } from '@redline/contracts';
import type { z } from 'zod';

type RecordOf<R extends { readonly get: { readonly reply: z.ZodTypeAny } }> = Extract<
  z.output<R['get']['reply']>,
  { readonly outcome: 'found' }
>['record'];

/**
 * What a batch keeps of a text check, from its record: for a check whose completed event was never heard. Null while there
 * is no verdict.
 */
export function textVerdictOf(record: RecordOf<typeof textRequests>): ItemVerdict | null {
  const { riskLevel, summary, risks } = record;
  return riskLevel && { riskLevel, summary, riskCount: risks.length };
}

/** The same of an image check. Its record is in one language only. */
export function imageVerdictOf(record: RecordOf<typeof imageRequests>): ItemVerdict | null {
  const { riskLevel, labels } = record;
  if (!riskLevel) return null;
  const said = labels.map(({ description }) => description);
  const summary = 'summary' in record ? record.summary : { violation: labels.length, sceneHint: 0 };
  return { riskLevel, summary, labels: inOneLanguage(said) };
}

/** The same of a video check, whose voice may still be processing. */
export function videoVerdictOf(record: RecordOf<typeof videoRequests>): ItemVerdict | null {
  const { riskLevel } = record;
  if (!riskLevel) return null;
  if ('summary' in record) {
    const { summary, transcript, frames } = record;
    const said = frames.map(({ description }) => description).filter((one) => one !== '');
    return { riskLevel, summary, labels: inOneLanguage(said), transcriptStatus: transcript.status };
  }
  const { labels, transcriptStatus, frames, transcriptRisks } = record;
  const summary = {
    violation: frames.filter((frame) => frame.riskLevel !== 'PASS').length + transcriptRisks.length,
    sceneHint: 0,
  };
  return { riskLevel, summary, labels: inOneLanguage(labels), transcriptStatus };
}

/** Under no locale of a site, so that every reader falls back on it. */
const inOneLanguage = (said: readonly string[]) => said.map((one) => ({ und: one }));
