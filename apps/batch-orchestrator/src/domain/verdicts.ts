import type { ItemVerdict, imageRequests, textRequests, videoRequests } from '@redline/contracts';
import type { z } from 'zod';

type RecordOf<R extends { readonly get: { readonly reply: z.ZodTypeAny } }> = Extract<
  z.output<R['get']['reply']>,
  { readonly outcome: 'found' }
>['record'];

/*
 * Item verdicts from the records of checks, for checks whose event is missing. Records are in one language, and findings
 * of the international sites have no tiers: labels and counts may be less than those of the event; the verdict is the
 * same.
 */

/** Returns the verdict of a text check; null while there is none. */
export function textVerdictOf(record: RecordOf<typeof textRequests>): ItemVerdict | null {
  const { riskLevel, summary, risks } = record;
  return riskLevel && { riskLevel, summary, riskCount: risks.length };
}

/** Returns the verdict of an image check; null while there is none. */
export function imageVerdictOf(record: RecordOf<typeof imageRequests>): ItemVerdict | null {
  const { riskLevel } = record;
  if (!riskLevel) return null;
  const labels = inOneLanguage(record.labels.map(({ description }) => description));
  if ('summary' in record) return { riskLevel, summary: record.summary, labels };
  return { riskLevel, summary: countsOf(record.labels), labels };
}

/** Returns the verdict of a video check, whose transcript may still be processing; null while there is none. */
export function videoVerdictOf(record: RecordOf<typeof videoRequests>): ItemVerdict | null {
  const { riskLevel } = record;
  if (!riskLevel) return null;
  if ('summary' in record) {
    const { summary, transcript, frames } = record;
    const labels = inOneLanguage(frames.map(({ description }) => description));
    return { riskLevel, summary, labels, transcriptStatus: transcript.status };
  }
  const { transcriptStatus, frames, transcriptRisks } = record;
  const { violation, sceneHint } = countsOf(frames.filter(({ description }) => description !== ''));
  const spoken = transcriptRisks.filter(({ source }) => source !== 'custom').length;
  const summary = { violation: violation + spoken, sceneHint };
  return { riskLevel, summary, labels: inOneLanguage(record.labels), transcriptStatus };
}

/** Counts findings that contribute nothing to the verdict as scene hints. */
function countsOf(findings: readonly { readonly riskLevel: string | null }[]) {
  const violation = findings.filter(({ riskLevel }) => riskLevel !== 'PASS').length;
  return { violation, sceneHint: findings.length - violation };
}

/** Returns labels without a locale, to which every reader falls back; each once, empty ones left out. */
const inOneLanguage = (labels: readonly string[]) =>
  [...new Set(labels)].filter((one) => one !== '').map((one) => ({ und: one }));
