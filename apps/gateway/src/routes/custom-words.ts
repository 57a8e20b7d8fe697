import { idPrefixes, type StoredWord, type WordLibrary, type WordSwitch } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import { isId } from '@redline/service-kit/ids';
import type { FastifyRequest } from 'fastify';
import { type PlanFacts, planOf } from '../clients/billing.ts';
import {
  type Asker,
  changeWord,
  createWord,
  deleteWord,
  importWords,
  readWordSwitch,
  setWordSwitch,
  wordsUsed,
} from '../clients/custom-words.ts';
import { RequestFailure } from './failure.ts';
import { openedScope, type SubmissionDeps, scopeOf } from './submission.ts';

export type WordDeps = Pick<SubmissionDeps, 'bus' | 'openScope'>;
type NewWord = Parameters<typeof createWord>[2];
type Change = Parameters<typeof changeWord>[2];
type Items = Parameters<typeof importWords>[3];

/** Who asks, for what only reads or changes what is there. */
export const askerOf = (bus: Bus, request: FastifyRequest): Asker => ({
  bus,
  scope: scopeOf(request),
  requestId: request.id,
});

/** Who asks, for what adds to a scope: refused on a free plan, before the scope is opened. */
async function writerOf(deps: WordDeps, request: FastifyRequest) {
  const plan = await paidPlanOf(deps.bus, request);
  const scope = await openedScope(deps, request);
  return { asker: { ...askerOf(deps.bus, request), scope }, plan };
}

/** Adds a word on any site. Throws a RequestFailure when it cannot be added. */
export async function addWord(deps: WordDeps, request: FastifyRequest, word: NewWord): Promise<StoredWord> {
  const { asker, plan } = await writerOf(deps, request);
  const reply = await createWord(asker, plan.wordLimit, word);
  if (reply.outcome === 'duplicate') throw duplicate(word.keyword);
  if (reply.outcome === 'limit_reached') throw limitReached(reply.used, plan);
  return reply.word;
}

export async function addWords(
  deps: WordDeps,
  request: FastifyRequest,
  library: WordLibrary,
  items: Items,
): ReturnType<typeof importWords> {
  const { asker, plan } = await writerOf(deps, request);
  return importWords(asker, plan.wordLimit, library, items);
}

export async function updateWord(
  { bus }: WordDeps,
  request: FastifyRequest,
  id: string,
  change: Change,
): Promise<StoredWord> {
  await paidPlanOf(bus, request);
  if (!isId(idPrefixes.word, id)) throw noWord(id);
  const reply = await changeWord(askerOf(bus, request), id, change);
  if (reply.outcome === 'not_found') throw noWord(id);
  if (reply.outcome === 'duplicate') throw duplicate(change.keyword ?? '');
  return reply.word;
}

export async function removeWord({ bus }: WordDeps, request: FastifyRequest, id: string): Promise<void> {
  await paidPlanOf(bus, request);
  if (!isId(idPrefixes.word, id) || !(await deleteWord(askerOf(bus, request), id))) throw noWord(id);
}

/** Words in use over the whole account, against what the plan of the called site allows. */
export async function wordQuota({ bus }: WordDeps, request: FastifyRequest) {
  const [used, plan] = await Promise.all([wordsUsed(askerOf(bus, request)), planOfCaller(bus, request)]);
  return { used, limit: plan.wordLimit, isPaid: plan.isPaid };
}

export const wordSwitch = ({ bus }: WordDeps, request: FastifyRequest, of: WordSwitch): Promise<boolean> =>
  readWordSwitch(askerOf(bus, request), of);

export async function turnWordSwitch(
  deps: WordDeps,
  request: FastifyRequest,
  of: WordSwitch,
  enabled: boolean,
): Promise<boolean> {
  const { asker } = await writerOf(deps, request);
  return setWordSwitch(asker, of, enabled);
}

async function planOfCaller(bus: Bus, request: FastifyRequest): Promise<PlanFacts> {
  const { accountId, siteId } = scopeOf(request);
  const plan = await planOf(bus, { accountId, siteId }, request.id);
  if (!plan) throw new Error(`billing does not know the account ${accountId} of a valid key`);
  return plan;
}

async function paidPlanOf(bus: Bus, request: FastifyRequest): Promise<PlanFacts> {
  const plan = await planOfCaller(bus, request);
  if (plan.isPaid) return plan;
  throw new RequestFailure({
    code: 'plan_required',
    message: `custom words can be changed on a paid plan; the account's plan on this site is ${plan.plan}`,
  });
}

const shownIdLength = 64;

const noWord = (id: string) =>
  new RequestFailure({
    code: 'not_found',
    message: `there is no custom rule ${JSON.stringify(id.slice(0, shownIdLength))} in this scope`,
  });

const duplicate = (keyword: string) =>
  new RequestFailure({
    code: 'invalid_request',
    message: `keyword ${JSON.stringify(keyword)} is in this word list already; case and blanks around it make no difference`,
  });

const limitReached = (used: number, { plan, wordLimit }: PlanFacts) =>
  new RequestFailure({
    code: 'invalid_request',
    message: `the word list is full: ${used} of the ${wordLimit} words that the plan ${plan} allows are in use, over all sites and tenants`,
  });
