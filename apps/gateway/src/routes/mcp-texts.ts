import { z } from 'zod';

const risk = z.object({
  id: z.string().nullish(),
  kind: z.string(),
  severity: z.string(),
  matchedText: z.string(),
  category: z.string().nullish(),
  suggestion: z.string().nullish(),
  legalRef: z.string().nullish(),
});
const label = z.object({
  description: z.string(),
  matchedText: z.string().nullish(),
  suggestion: z.string().nullish(),
  legalRef: z.string().nullish(),
});
/** Fields of a record that are told in words, of every site. */
const record = z.object({
  id: z.string(),
  status: z.string().optional(),
  failure: z.object({ message: z.string() }).nullish(),
  riskLevel: z.string().nullish(),
  risks: z.array(risk).default([]),
  labels: z.array(label).default([]),
  fixStatus: z.string().nullish(),
  fixedText: z.string().nullish(),
  fixes: z.array(z.object({ fixedText: z.string(), accepted: z.boolean() })).default([]),
});

/** Says a check in words: its verdict, and what was found. */
export function checkInWords(data: unknown): string {
  const { id, status, failure, riskLevel, risks, labels } = record.parse(data);
  if (failure) return `The check ${id} has failed: ${failure.message}.`;
  if (status !== 'completed') return `The check ${id} has not ended yet.`;
  return [
    `Check ${id}. Verdict: ${riskLevel ?? 'none'}; found: ${risks.length + labels.length}.`,
    ...risks.map(({ severity, kind, category, ...one }) => found(`${severity} ${kind}: ${category}`, one)),
    ...labels.map(({ description, ...one }) => found(description, one)),
  ].join('\n\n');
}

/** Says the end of a rewrite in words: the new text. */
export function fixInWords(data: unknown): string {
  const { id, fixStatus, fixedText, fixes } = record.parse(data);
  if (fixStatus === 'processing') return `The rewrite of ${id} has not ended yet.`;
  const last = fixes.at(-1);
  if (last) return `${last.accepted ? 'Rewritten' : 'Rewritten, but risks are left'}:\n\n${last.fixedText}`;
  return fixedText ? `Rewritten:\n\n${fixedText}` : `The rewrite of ${id} has failed; it costs nothing.`;
}

interface Found {
  readonly matchedText?: string | null | undefined;
  readonly suggestion?: string | null | undefined;
  readonly legalRef?: string | null | undefined;
}

const found = (title: string, { matchedText, suggestion, legalRef }: Found): string =>
  [
    title,
    ...(matchedText ? [`words: ${matchedText}`] : []),
    ...(suggestion ? [`fix: ${suggestion}`] : []),
    ...(legalRef ? [`law: ${legalRef}`] : []),
  ].join('\n');
