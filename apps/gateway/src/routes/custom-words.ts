import { idPrefixes, type StoredWord, type WordLibrary, type WordSwitch } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import { isId } from '@redline/service-kit/ids';
import type { FastifyRequest } from 'fastify';
import { type PlanFacts, planOf } from '../clients/billing.ts';
import {
  changeWord,
  createWord,
  deleteWord,
  importWords,
  readWordSwitch,
  setWordSwitch,
  wordsUsed,
} from '../clients/custom-words.ts';
import { RequestError } from './failure.ts';
import { callContext, type ScopeDeps, scopeOf, writeContext } from './scope.ts';

type NewWord = Parameters<typeof createWord>[2];
type Change = Parameters<typeof changeWord>[2];
type Items = Parameters<typeof importWords>[3];

/** Returns the context of calls that add words: refused on a free plan, before the scope is opened. */
async function paidWriteContext(deps: ScopeDeps, request: FastifyRequest) {
  const plan = await paidPlanOf(deps.bus, request);
  return { context: await writeContext(deps, request), plan };
}

/**
 * Adds a word on any site.
 * @throws RequestError if it is a duplicate, the list is full or the plan is free
 */
export async function addWord(deps: ScopeDeps, request: FastifyRequest, word: NewWord): Promise<StoredWord> {
  const { context, plan } = await paidWriteContext(deps, request);
  const reply = await createWord(context, plan.wordLimit, word);
  if (reply.outcome === 'duplicate') throw duplicate(word.keyword);
  if (reply.outcome === 'limit_reached') throw limitReached(reply.used, plan);
  return reply.word;
}

export async function addWords(
  deps: ScopeDeps,
  request: FastifyRequest,
  library: WordLibrary,
  items: Items,
): ReturnType<typeof importWords> {
  const { context, plan } = await paidWriteContext(deps, request);
  return importWords(context, plan.wordLimit, library, items);
}

export async function updateWord(
  { bus }: ScopeDeps,
  request: FastifyRequest,
  id: string,
  change: Change,
): Promise<StoredWord> {
  await paidPlanOf(bus, request);
  if (!isId(idPrefixes.word, id)) throw wordNotFound(id);
  const reply = await changeWord(callContext(bus, request), id, change);
  if (reply.outcome === 'not_found') throw wordNotFound(id);
  if (reply.outcome === 'duplicate') throw duplicate(change.keyword ?? '');
  return reply.word;
}

export async function removeWord({ bus }: ScopeDeps, request: FastifyRequest, id: string): Promise<void> {
  await paidPlanOf(bus, request);
  if (!isId(idPrefixes.word, id) || !(await deleteWord(callContext(bus, request), id)))
    throw wordNotFound(id);
}

/** Returns the words in use over the whole account, and the limit of its plan on the called site. */
export async function wordQuota({ bus }: ScopeDeps, request: FastifyRequest) {
  const [used, plan] = await Promise.all([wordsUsed(callContext(bus, request)), planOfCaller(bus, request)]);
  return { used, limit: plan.wordLimit, isPaid: plan.isPaid };
}

export const wordSwitch = ({ bus }: ScopeDeps, request: FastifyRequest, of: WordSwitch): Promise<boolean> =>
  readWordSwitch(callContext(bus, request), of);

export async function turnWordSwitch(
  deps: ScopeDeps,
  request: FastifyRequest,
  of: WordSwitch,
  enabled: boolean,
): Promise<boolean> {
  const { context } = await paidWriteContext(deps, request);
  return setWordSwitch(context, of, enabled);
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
  const needed = plan.paidFrom ? `the plan ${plan.paidFrom} or a higher one` : 'a paid plan';
  throw new RequestError({
    code: 'plan_required',
    message: `changing custom words needs ${needed}; the account's plan on this site is ${plan.plan}`,
    requiredPlan: plan.paidFrom,
  });
}

const quotedLengthMax = 64;

const wordNotFound = (id: string) =>
  new RequestError({
    code: 'not_found',
    message: `there is no custom rule ${JSON.stringify(id.slice(0, quotedLengthMax))} in this scope`,
  });

const duplicate = (keyword: string) =>
  invalidKeyword(
    `keyword ${JSON.stringify(keyword)} is in this word list already; case and blanks around it make no difference`,
  );

const invalidKeyword = (message: string) =>
  new RequestError({ code: 'invalid_request', message, issues: [{ path: 'keyword', message }] });

const limitReached = (used: number, { plan, wordLimit }: PlanFacts) =>
  new RequestError({
    code: 'invalid_request',
    message: `the word list is full: ${used} of the ${wordLimit} words that the plan ${plan} allows are in use, over all sites and tenants`,
  });
