import {
  type BillItem,
  type BillLine,
  billItems,
  type ProductLineName,
  type SiteId,
} from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ChargeRequest } from '../../src/domain/charging.ts';
import { type Fault, type FaultyLedger, faults } from './ledger.ts';
import type { LedgerModel } from './model.ts';

/** The account under test, the charges of it so far, and their number. */
export interface Real {
  readonly ledger: FaultyLedger;
  readonly accountId: string;
  readonly orders: ChargeRequest[];
  readonly onOperation: () => void;
}

type Run = (model: LedgerModel, real: Real) => Promise<void>;

/** A command of fast-check, which prints `told` if a run fails. */
const command = (told: string, run: Run): fc.AsyncCommand<LedgerModel, Real> => ({
  check: () => true,
  async run(model, real) {
    real.onOperation();
    real.ledger.setTime(model.now);
    await run(model, real);
  },
  toString: () => told,
});

const siteIds = ['us', 'id', 'main'] as const;
const day = 86_400_000;
const hour = 3_600_000;
const site = fc.constantFrom(...siteIds);
const fault = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Fault>('none') },
  { weight: 1, arbitrary: fc.constantFrom(...faults) },
);

interface LineOrder {
  readonly item: BillItem;
  readonly quantity: number;
  readonly productLine: ProductLineName | undefined;
}

const lineOrder: fc.Arbitrary<LineOrder> = fc.record({
  item: fc.constantFrom(...billItems),
  quantity: fc.integer({ min: 1, max: 20 }),
  productLine: fc.option(fc.constantFrom('duanju', 'touliu'), { nil: undefined, freq: 5 }),
});

const billLine = ({ item, quantity, productLine }: LineOrder): BillLine => ({
  lineId: createId('text'),
  item,
  quantity: item === 'video_second' ? quantity : 1,
  ...(productLine && { productLine }),
});

function order(real: Real, model: LedgerModel, siteId: SiteId, lines: readonly BillLine[], late = false) {
  const request: ChargeRequest = {
    operationId: createId('text'),
    accountId: real.accountId,
    siteId,
    tenantId: '',
    deadlineMs: model.now + (late ? -1 : hour),
    lines: [...lines],
  };
  real.orders.push(request);
  return request;
}

/** Charges and compares the answers; of a refusal only the code, since the words are billing's own. */
async function chargeBoth(model: LedgerModel, { ledger }: Real, request: ChargeRequest, by: Fault) {
  const answer = await ledger.insist(by, () => ledger.ask.charge(request, ledger.context));
  const { message: _, requiredPlan: __, ...told } = { message: '', requiredPlan: '', ...answer };
  expect(told).toEqual(model.charge(request));
}

const grant = fc
  .tuple(
    site,
    fc.constantFrom('subscription' as const, 'activity' as const, 'booster' as const),
    fc.integer({ min: 1, max: 60 }),
    fc.option(fc.integer({ min: 1, max: 40 })),
  )
  .map(([siteId, bucket, amount, days]) =>
    command(`grant ${amount} ${bucket} on ${siteId} for ${days ?? 'ever'}`, async (model, real) => {
      const { ledger, accountId } = real;
      const expiresAt = days === null ? null : new Date(model.now + days * day).toISOString();
      const grantOrder = { accountId, siteId, bucket, amount, expiresAt };
      const reply = await ledger.insist('none', () => ledger.ask.creditsGrant(grantOrder, ledger.context));
      if (reply.outcome !== 'granted') throw new Error(`not granted: ${reply.message}`);
      const until = days === null ? Number.POSITIVE_INFINITY : model.now + days * day;
      model.grant({ id: reply.grantId, siteId, bucket, expiresAt: until, remaining: amount });
      expect(reply.balance).toBe(model.balance(siteId));
    }),
  );

const charge = fc
  .tuple(site, fc.array(lineOrder, { minLength: 1, maxLength: 4 }), fault, fc.integer({ min: 0, max: 19 }))
  .map(([siteId, lines, by, luck]) =>
    command(`charge ${lines.length} lines on ${siteId}, ${by}${luck === 0 ? ', late' : ''}`, (model, real) =>
      chargeBoth(model, real, order(real, model, siteId, lines.map(billLine), luck === 0), by),
    ),
  );

const repeat = fc.tuple(fc.nat(), fault).map(([index, by]) =>
  command(`repeat order ${index}, ${by}`, async (model, real) => {
    const earlier = real.orders[index % real.orders.length];
    if (earlier) await chargeBoth(model, real, { ...earlier, deadlineMs: model.now + hour }, by);
  }),
);

const refund = fc.tuple(fc.nat(), fc.nat(), fault).map(([index, lineIndex, by]) =>
  command(`refund line ${lineIndex} of order ${index}, ${by}`, async (model, real) => {
    const earlier = real.orders[index % real.orders.length];
    const line = earlier?.lines[lineIndex % earlier.lines.length];
    if (!line) return;
    await real.ledger.end(real.accountId, line.lineId, by);
    model.refund(line.lineId);
  }),
);

const refundFirst = fc.tuple(site, lineOrder, fault).map(([siteId, line, by]) =>
  command(`a refund before its charge on ${siteId}, ${by}`, async (model, real) => {
    const request = order(real, model, siteId, [billLine(line)]);
    const [{ lineId } = { lineId: '' }] = request.lines;
    await real.ledger.end(real.accountId, lineId, by);
    model.refund(lineId);
    await chargeBoth(model, real, request, by);
  }),
);

/** Charges many at once: as many as the balance pays for must succeed, no matter which. They are not refunded later. */
const rush = fc.tuple(site, fc.integer({ min: 2, max: 40 })).map(([siteId, many]) =>
  command(`${many} charges at once on ${siteId}`, async (model, real) => {
    const { ledger, orders } = real;
    const known = orders.length;
    const requests = Array.from({ length: many }, () =>
      order(real, model, siteId, [billLine({ item: 'image_check', quantity: 1, productLine: undefined })]),
    );
    orders.length = known;
    const answers = await Promise.all(
      requests.map((request) => ledger.insist('duplicate', () => ledger.ask.charge(request, ledger.context))),
    );
    const told = answers.map(({ outcome }) => outcome).toSorted();
    expect(told).toEqual(requests.map((request) => model.charge(request).outcome).toSorted());
  }),
);

const setPlan = fc.tuple(site, fc.integer({ min: 0, max: 3 })).map(([siteId, rank]) => {
  const plan = ['free', 'standard', siteId === 'id' ? 'flagship' : 'premium', 'enterprise'][rank] ?? 'free';
  return command(`plan ${plan} on ${siteId}`, async (model, { ledger, accountId }) => {
    const planOrder = { accountId, siteId, plan, renewsAt: null };
    await ledger.insist('none', () => ledger.ask.planSet(planOrder, ledger.context));
    model.plans.set(siteId, plan);
  });
});

const enableLine = fc.constantFrom('duanju' as const, 'touliu' as const).map((line) =>
  command(`enable ${line}`, async (model, { ledger, accountId }) => {
    await ledger.insist('none', () => ledger.ask.productLineEnable({ accountId, line }, ledger.context));
    model.enabled.add(line);
  }),
);

const passTime = fc.integer({ min: 1, max: 400 }).map((hours) =>
  command(`${hours} hours pass`, async (model, { ledger }) => {
    model.now += hours * hour;
    ledger.setTime(model.now);
  }),
);

const look = site.map((siteId) =>
  command(`look at ${siteId}`, async (model, { ledger, accountId }) => {
    const reply = await ledger.insist('none', () =>
      ledger.ask.account({ accountId, siteId }, ledger.context),
    );
    expect(reply).toEqual({ outcome: 'found', facts: model.facts(siteId) });
  }),
);

/** The commands, weighted by how frequent they are. */
export const commands = [
  ...[charge, charge, charge, charge, grant, grant],
  ...[refund, refund, repeat, refundFirst, look, look],
  ...[rush, setPlan, enableLine, passTime],
];
