import type { ItemVerdict, imageRequests, textRequests, videoRequests } from '@redline/contracts';
import type { z } from 'zod';

type RecordOf<R extends { readonly get: { readonly reply: z.ZodTypeAny } }> = Extract<
  z.output<R['get']['reply']>,
  { readonly outcome: 'found' }
>['record'];

/*
 * What a batch keeps of a check, from the record that its owner shows: for a check of which no event was heard. Records
 * are in one language, and on the international sites their findings have no tiers: labels and counts may say less than
 * the event would have said; the verdict is the same.
 */

/** Of a text check; null while there is no verdict. */
export function textVerdictOf(record: RecordOf<typeof textRequests>): ItemVerdict | null {
  const { riskLevel, summary, risks } = record;
  return riskLevel && { riskLevel, summary, riskCount: risks.length };
}

/** The same of an image check. */
export function imageVerdictOf(record: RecordOf<typeof imageRequests>): ItemVerdict | null {
  const { riskLevel } = record;
  if (!riskLevel) return null;
  const labels = inOneLanguage(record.labels.map(({ description }) => description));
  if ('summary' in record) return { riskLevel, summary: record.summary, labels };
  return { riskLevel, summary: countsOf(record.labels), labels };
}

/** The same of a video check, whose voice may still be processing. */
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

/** What only lowers no verdict stands for a scene hint. */
function countsOf(findings: readonly { readonly riskLevel: string | null }[]) {
  const violation = findings.filter(({ riskLevel }) => riskLevel !== 'PASS').length;
  return { violation, sceneHint: findings.length - violation };
}

/** Under no locale of a site, so that every reader falls back on it; each once, empty ones left out. */
const inOneLanguage = (said: readonly string[]) =>
  [...new Set(said)].filter((one) => one !== '').map((one) => ({ und: one }));
