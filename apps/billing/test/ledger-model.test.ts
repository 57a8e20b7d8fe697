import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newestAudit } from '../src/store/audit/audits.ts';
import { auditWhole, complete } from './audit-whole.ts';
import { setUpLedger } from './fixtures.ts';
import { commands, type Real } from './ledger-model/commands.ts';
import { faultyLedger } from './ledger-model/ledger.ts';
import { LedgerModel } from './ledger-model/model.ts';

const operationsMin = 10_000;
const commandsMax = 200;
/** The time limit of shrinking a failing sequence. */
const shrinkMsMax = 200_000;
/** The seed of the operations. A failure prints seed and path, which replay it. */
const seed = Number(process.env.LEDGER_SEED ?? 20_261_122);

const setUp = await setUpLedger();
const ledger = faultyLedger(setUp);

it(`is equal to a model over ${operationsMin} random operations with faults (LEDGER_SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  let operations = 0;
  const sequence = fc.asyncProperty(
    fc.commands(commands, { maxCommands: commandsMax, size: 'max' }),
    async (planned) => {
      const model = new LedgerModel(Date.UTC(2026, 0, 1));
      const accountId = await ledger.insist('none', () => ledger.createAccount());
      const real: Real = { ledger, accountId, orders: [], onOperation: () => (operations += 1) };
      await fc.asyncModelRun(() => ({ model, real }), planned);
      const stored = await ledger.insist('none', () => ledger.stored(accountId));
      expect(stored.grants).toEqual(new Map(model.grants.map(({ id, remaining }) => [id, remaining])));
      for (const [line, used] of model.trials) expect(stored.trials.get(line) ?? 0).toBe(used);
    },
  );
  for (let round = 0; operations < operationsMin; round++) {
    await fc.assert(sequence, { seed: seed + round, numRuns: 20, interruptAfterTimeLimit: shrinkMsMax });
    const carriedOn = await ledger.insist('none', async () => {
      const newest = await newestAudit(setUp.db);
      return newest ? complete(setUp.db, newest.id) : auditWhole(setUp.db);
    });
    expect(carriedOn).toMatchObject({ differences: [], isHeldUp: false });
  }
  const { differences, charges, refunds } = await ledger.insist('none', () => auditWhole(setUp.db));
  expect(differences).toEqual([]);
  expect(charges).toBeGreaterThan(operationsMin / 10);
  expect(ledger.brokenTries()).toBeGreaterThan(10);
  expect(refunds).toBeGreaterThan(operationsMin / 50);
});
