import { billingRequests } from '@redline/contracts';
import { type Bus, call, listDead } from '@redline/service-kit/bus';
import { z } from 'zod';
import { type Customer, send, sitePaths } from '../load/client.ts';
import { idsOf, pathOf, type Submission } from '../load/journal.ts';
import type { Observed, ObservedAccount, ShownStatus } from './observed.ts';
import { readLeft } from './settle.ts';
import type { GrantedCredits, Tables } from './tables.ts';

export interface ObserveOptions {
  readonly apiUrl: string;
  readonly bus: Bus;
  readonly tables: Tables;
  readonly customers: readonly Customer[];
  readonly submissions: readonly Submission[];
}

const askersCount = 16;
const deadMax = 1_000;

/** Collects the outcome of a run whose work is done. */
export async function observe(options: ObserveOptions): Promise<Observed> {
  const { bus, tables, submissions } = options;
  const { differences } = await call(bus, billingRequests.audit, {});
  const dead = await listDead(bus, { limit: deadMax });
  return {
    submissions,
    shown: await readShown(options),
    accounts: await readAccounts(options, await tables.readGrants()),
    records: await tables.readRecords(),
    lines: await tables.readLines(),
    refunds: await tables.readRefunds(),
    entries: await tables.readEntries(),
    auditDifferences: differences,
    left: await readLeft(bus, tables),
    dead: dead.map(({ subject, reason }) => ({ recordId: subject.split('.').at(-1) ?? '', reason })),
  };
}

const record = z.object({ status: z.enum(['processing', 'completed', 'failed']) });
const report = z.object({ id: z.string() }).nullable();
/** A stand-in for an account that is not in the run; every answer to it is a 401. */
const nobody = { apiKey: '', sitePath: sitePaths.us };

async function readShown({ apiUrl, customers, submissions }: ObserveOptions) {
  const shown = new Map<string, ShownStatus>();
  const keys = new Map(customers.map((customer) => [customer.accountId, customer]));
  const wanted = submissions.flatMap((one) => [...idsOf(one)].map((id) => ({ id, ...one })));
  const ask = async () => {
    for (let next = wanted.pop(); next; next = wanted.pop()) {
      const { id, kind, ref } = next;
      const path = kind === 'report' ? `/video/checks/${ref}/report/latest` : `${pathOf[kind]}/${id}`;
      const customer = keys.get(next.accountId) ?? nobody;
      const { status, data } = await send(apiUrl, customer, { method: 'GET', path });
      if (status === 404) shown.set(id, 'not_found');
      else if (status !== 200) shown.set(id, 'no_answer');
      // Only a finished report is shown; each check has one, so without it that one has failed.
      else if (kind === 'report') shown.set(id, report.parse(data)?.id === id ? 'completed' : 'failed');
      else shown.set(id, record.parse(data).status);
    }
  };
  await Promise.all(Array.from({ length: askersCount }, ask));
  return shown;
}

const account = z.object({
  credits: z.object({ total: z.number() }),
  usageThisMonth: z.object({ textChecks: z.number() }),
});
const list = z.object({ total: z.number() });

async function readAccounts(
  { apiUrl, customers }: ObserveOptions,
  grants: readonly GrantedCredits[],
): Promise<readonly ObservedAccount[]> {
  const keys = new Map(customers.map((customer) => [customer.accountId, customer]));
  const read = [];
  for (const grant of grants) {
    const customer = keys.get(grant.accountId) ?? nobody;
    const facts = account.parse((await send(apiUrl, customer, { method: 'GET', path: '/account' })).data);
    const checks = await send(apiUrl, customer, { method: 'GET', path: '/text/checks?pageSize=1' });
    read.push({
      ...grant,
      credits: facts.credits.total,
      textChecks: facts.usageThisMonth.textChecks,
      listTotal: list.parse(checks.data).total,
    });
  }
  return read;
}
