import { riskKinds, riskSources, riskTiers, severities } from '@redline/contracts';
import { z } from 'zod';
import type { FindRisks } from '../domain/check-copy.ts';
import type { CopyPlace } from '../domain/result.ts';
import type { Risk } from '../domain/risk.ts';
import { siteNamed } from '../domain/sites.ts';
import { request, type Server } from './request.ts';
import { submit, waitSeconds } from './submit.ts';

const offsets = { startIndex: z.number().int(), endIndex: z.number().int() };
/** Fields of a record that are read, of every site. Fields that a newer server adds are passed over. */
const recordSchema = z.object({
  id: z.string(),
  status: z.string(),
  failure: z.object({ code: z.string(), message: z.string() }).nullish(),
  risks: z
    .array(
      z.object({
        id: z.string().nullable(),
        kind: z.enum(riskKinds),
        severity: z.enum(severities),
        ...offsets,
        category: z.string().nullable(),
        suggestion: z.string().nullable(),
        legalRef: z.string().nullable(),
        source: z.enum(riskSources),
        tier: z.enum(riskTiers).optional(),
        tierLabel: z.string().optional(),
      }),
    )
    .default([]),
  customRisks: z
    .array(z.object({ ...offsets, replacement: z.string().nullable(), note: z.string().nullable() }))
    .default([]),
  semanticLabels: z.array(z.string()).default([]),
  fixStatus: z.string().nullish(),
  fixedText: z.string().nullish(),
  fixes: z
    .array(z.object({ fixedText: z.string(), accepted: z.boolean(), reason: z.string().optional() }))
    .default([]),
});
export type CheckRecord = z.infer<typeof recordSchema>;
/** The answer to a rewrite that the record could not be added to has no status: the check itself is completed. */
const fixSchema = recordSchema.extend({ status: z.string().default('completed') });

/** The contract judges no shorter text. */
const lengthMin = 10;

/**
 * Returns what finds risks by the text checks of a server. Each text is one check, and is charged.
 * @param place has a platform, which the contract requires
 * @param ask sends requests; tests give another
 * @throws ServerError by the function returned: in the words of the server, or for a check that failed
 */
export function findRisksBy(server: Server, place: CopyPlace, ask: typeof request = request): FindRisks {
  return async (text) => risksOf(await submitText(server, place, text, ask));
}

/** Has a server check a text and returns the record of the check, which is completed. Throws a ServerError. */
export function submitText(
  server: Server,
  place: CopyPlace,
  text: string,
  ask: typeof request,
): Promise<CheckRecord> {
  const path = textChecksPath(place);
  const body = { ...bodyOf(place), text: accepted(text) };
  return submit(
    server,
    {
      ...{ path: `${path}?wait=${waitSeconds}`, body, schema: recordSchema },
      recordPath: (id) => `${path}/${id}`,
      isRunning: ({ status }) => status === 'processing',
    },
    ask,
  );
}

/**
 * Has a server rewrite a text that it has checked, and returns the record with the rewrite, however it ended.
 * @param body is for the main site; null on the others
 * @throws ServerError
 */
export function submitFix(
  server: Server,
  place: CopyPlace,
  { id, body }: { readonly id: string; readonly body: object | null },
  ask: typeof request,
): Promise<CheckRecord> {
  const path = `${textChecksPath(place)}/${id}`;
  return submit(
    server,
    {
      ...{ path: `${path}/fix?wait=${waitSeconds}`, body, schema: fixSchema },
      recordPath: () => path,
      isRunning: ({ fixStatus }) => fixStatus === 'processing',
    },
    ask,
  );
}

const textChecksPath = ({ site }: CopyPlace): string => `${siteNamed(site).prefix}/text/checks`;

function bodyOf({ platform, vertical, productVertical, sceneMode, locale }: CopyPlace): object {
  if (productVertical === null) return { platform, vertical, explainLocale: locale };
  return { platform, industryVertical: vertical, productVertical, sceneMode };
}

/** Makes a text one that the contract accepts, with the same offsets: blanks follow a short one. */
const accepted = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD').padEnd(lengthMin);

/** Returns the risks of a completed check. */
export function risksOf({ risks, customRisks, semanticLabels }: CheckRecord): Risk[] {
  const none = { alsoFoundBy: [], tier: null, tierLabel: null, legalRef: '', laws: [] } as const;
  return [
    ...risks.map(
      ({ id, startIndex, endIndex, category, suggestion, legalRef, tier, tierLabel, ...rest }): Risk => ({
        ...none,
        ...rest,
        ruleId: id?.replace(/:-?\d+$/, '') ?? 'redline.unnamed',
        tier: tier ?? null,
        tierLabel: tierLabel ?? null,
        start: startIndex,
        end: endIndex,
        category: category ?? '',
        suggestion: suggestion ?? '',
        legalRef: legalRef ?? '',
      }),
    ),
    ...customRisks.map(
      ({ startIndex, endIndex, replacement, note }): Risk => ({
        ...none,
        ...{ ruleId: 'redline.custom-word', kind: 'custom-word', severity: 'low', source: 'custom' },
        start: startIndex,
        end: endIndex,
        category: note || 'A word of your own list',
        suggestion: replacement ? `Write “${replacement}”.` : '',
      }),
    ),
    ...semanticLabels.map(
      (label): Risk => ({
        ...none,
        ...{ ruleId: 'redline.whole-text', kind: 'scene-hint', severity: 'low', source: 'model' },
        ...{ start: -1, end: -1, category: label, suggestion: '' },
      }),
    ),
  ];
}
