import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { riskKinds, riskSources, riskTiers, severities } from '@redline/contracts';
import { z } from 'zod';
import type { FindRisks } from '../domain/check-copy.ts';
import type { CopyPlace } from '../domain/result.ts';
import type { Risk } from '../domain/risk.ts';
import { siteNamed } from '../domain/sites.ts';
import { type Request, request, type Server } from './request.ts';
import { ServerError } from './server-error.ts';

const offsets = { startIndex: z.number().int(), endIndex: z.number().int() };
/** What is read of a record, on every site. Fields that a newer server adds are passed over. */
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
});
type CheckRecord = z.infer<typeof recordSchema>;

/** The contract judges no shorter text. */
const lengthMin = 10;
/** How long an answer waits for the end of a check, and how long one is polled after it. */
const waitSeconds = 30;
const pollMs = 1_000;
const pollsMax = 60;

/**
 * Returns what finds risks by the text checks of a server. Each text is one check, and is charged.
 * @param place has a platform, which the contract requires
 * @param ask sends requests; tests give another
 * @throws ServerError by the function returned: in the words of the server, or for a check that failed
 */
export function findRisksBy(server: Server, place: CopyPlace, ask: typeof request = request): FindRisks {
  const path = `${siteNamed(place.site).prefix}/text/checks`;
  const asked = (question: Request): Promise<CheckRecord> =>
    ask(server, question).then((data) => {
      const parsed = recordSchema.safeParse(data);
      if (!parsed.success)
        throw new ServerError(`${server.url} has answered a record that is not understood`);
      return parsed.data;
    });
  return async (text) => {
    const body = { ...bodyOf(place), text: accepted(text) };
    let record = await asked({ path: `${path}?wait=${waitSeconds}`, body, idempotencyKey: randomUUID() });
    for (let polls = 0; record.status === 'processing'; polls++) {
      if (polls === pollsMax) throw new ServerError(`the check ${record.id} has not ended within 90 s`);
      await sleep(pollMs);
      record = await asked({ path: `${path}/${record.id}` });
    }
    if (record.status !== 'completed') {
      throw new ServerError(`the check ${record.id} has failed: ${record.failure?.message ?? record.status}`);
    }
    return risksOf(record);
  };
}

function bodyOf({ platform, vertical, productVertical, sceneMode, locale }: CopyPlace): object {
  if (productVertical === null) return { platform, vertical, explainLocale: locale };
  return { platform, industryVertical: vertical, productVertical, sceneMode };
}

/** Makes a text one that the contract accepts, with the same offsets: blanks follow a short one. */
const accepted = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD').padEnd(lengthMin);

function risksOf({ risks, customRisks, semanticLabels }: CheckRecord): Risk[] {
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
