import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { checkAnswer } from './check-answer.ts';
import { type Deployment, deployment } from './deployment.ts';
import { type Answer, exchange, type Question } from './exchange.ts';
import { openOperator } from './operate.ts';
import { type ServedContract, servedContract } from './served-contract.ts';

/** A request, with its key if it has one. */
export interface Call extends Question {
  readonly key?: string | undefined;
}

export interface Account {
  readonly accountId: string;
}

/** An account with a key of one site. */
export interface Customer extends Account {
  readonly keyId: string;
  readonly key: string;
}

export type SiteName = 'us' | 'id' | 'main';

export interface CustomerWish {
  /** `us` by default. */
  readonly site?: SiteName;
  /** `premium` by default. */
  readonly plan?: string;
  /** 1,000 by default; 0 grants none. */
  readonly credits?: number;
}

/**
 * A test file's access to the product: HTTP requests, each checked against the contract, and the operator's commands.
 */
export interface World {
  readonly deployment: Deployment;
  readonly contract: ServedContract;
  readonly call: (call: Call) => Promise<Answer>;
  readonly operate: (...words: readonly string[]) => Promise<unknown>;
  readonly createCustomer: (wish?: CustomerWish) => Promise<Customer>;
  /** Creates one more key of an account. */
  readonly createKey: (
    account: Account,
    site?: SiteName,
    ...options: readonly string[]
  ) => Promise<Omit<Customer, 'accountId'>>;
  readonly grant: (account: Account, amount: number, ...options: readonly string[]) => Promise<void>;
  readonly leave: () => Promise<void>;
}

const accountReply = z.strictObject({ accountId: z.string().regex(/^acct_/) });
const keyReply = z.strictObject({
  keyId: z.string().regex(/^key_/),
  key: z.string().regex(/^svc_(live|test)_/),
});

/** Opens access to the product under test for one test file. */
export async function enter(): Promise<World> {
  const under = deployment();
  const operator = await openOperator(under.natsUrl);
  const document = await exchange(under.baseUrl, { path: '/openapi.json' });
  const contract = servedContract(document.body);

  const grant: World['grant'] = async ({ accountId }, amount, ...options) => {
    const rest = options.includes('--bucket') ? options : ['--bucket', 'activity', ...options];
    const site = options.includes('--site') ? [] : ['--site', 'us'];
    const words = ['--account', accountId, '--amount', String(amount), ...site, ...rest];
    await operator.run('credits', 'grant', ...words);
  };
  const createKey: World['createKey'] = async ({ accountId }, site = 'us', ...options) =>
    keyReply.parse(await operator.run('key', 'create', '--account', accountId, '--site', site, ...options));

  return {
    deployment: under,
    contract,
    operate: operator.run,
    createKey,
    grant,
    leave: operator.close,
    async call({ key, ...question }) {
      const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
      const full = { ...question, headers: { ...authorization, ...question.headers } };
      const answer = await exchange(under.baseUrl, full);
      checkAnswer(full, answer, contract);
      return answer;
    },
    async createCustomer({ site = 'us', plan = 'premium', credits = 1_000 } = {}) {
      const email = `acceptance+${randomUUID()}@example.com`;
      const { accountId } = accountReply.parse(await operator.run('account', 'create', '--email', email));
      await operator.run('plan', 'set', '--account', accountId, '--site', site, '--plan', plan);
      if (credits > 0) await grant({ accountId }, credits, '--site', site);
      return { accountId, ...(await createKey({ accountId }, site, '--force')) };
    },
  };
}
