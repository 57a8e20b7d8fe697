import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkOut, commitOf } from '@redline/local/check-out-commit';
import { ensureMediaPrograms, findNatsServer, freePort, startNats, waitFor } from '@redline/testkit/servers';
import {
  type Charge,
  changesOf,
  faultsOfOutcomes,
  faultsOfUse,
  type Outcome,
  outcomesOf,
  readSnapshot,
} from './check-upgrade.ts';
import { openClient } from './client.ts';
import { createData, submitUnfinished } from './create-data.ts';
import { type RunningStack, runStack, type StackPlace } from './run-stack.ts';

/** Command line: checks that this checkout serves the data of a stack of an older commit; see `usage` and the README. */
const usage = 'usage: upgrade --base COMMIT [--folder FOLDER]';
const root = fileURLToPath(new URL('../../..', import.meta.url));
const sites = ['us', 'id', 'main'] as const;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function readOptions() {
  const { values } = parseArgs({
    options: {
      base: { type: 'string' },
      folder: { type: 'string', default: join(tmpdir(), 'redline-compare') },
    },
  });
  if (values.base === undefined) throw new TypeError(`--base is missing; ${usage}`);
  return { base: values.base, folder: resolve(values.folder) };
}

const clientsOf = ({ apiUrl, keys }: RunningStack) =>
  new Map(sites.map((site) => [site, openClient(apiUrl, site, keys[site] ?? '')]));

/** Gives a line for everything that the newer stack does not serve. */
async function checkUpgrade(checkout: string, place: StackPlace): Promise<string[]> {
  const older = await runStack(checkout, place);
  print(`the older stack runs at ${older.apiUrl}, on ${place.dataDir}`);
  await older.operate('plan', 'set', '--account', older.accountId, '--site', 'main', '--plan', 'enterprise');
  const created = await Promise.all([...clientsOf(older).values()].map(createData));
  const before = await Promise.all(created.map(readSnapshot));
  print(`${before.reduce((sum, { size }) => sum + size, 0)} addresses read`);
  const unfinished = (await Promise.all(created.map(submitUnfinished))).flat();
  await older.kill();
  print(`killed with ${unfinished.length} records that had just been accepted`);

  const newer = await runStack(root, place);
  try {
    print(`this checkout runs at ${newer.apiUrl}`);
    const clients = clientsOf(newer);
    const faults: string[] = [];
    const outcomes: Outcome[] = [];
    for (const [at, data] of created.entries()) {
      const client = clients.get(data.client.site as (typeof sites)[number]);
      if (!client) continue;
      const served = { ...data, client };
      faults.push(...changesOf(before[at] ?? new Map(), await readSnapshot(served)));
      outcomes.push(
        ...(await outcomesOf(
          client,
          unfinished.filter(({ site }) => site === client.site),
        )),
      );
      faults.push(...(await faultsOfUse(served)));
    }
    print(`${outcomes.filter(({ isCompleted }) => isCompleted).length} of them were completed`);
    faults.push(...(await faultsAfterRefunds(newer, outcomes)));
    const { jobs } = (await newer.operate('jobs', 'dead')) as { readonly jobs: readonly unknown[] };
    if (jobs.length > 0) faults.push(`dead jobs: ${JSON.stringify(jobs)}`);
    const { differences } = (await newer.operate('audit')) as { readonly differences: readonly unknown[] };
    if (differences.length > 0) faults.push(`the audit of the ledger: ${JSON.stringify(differences)}`);
    return faults;
  } finally {
    await newer.stop();
  }
}

/** Refunds follow the events of failures. */
async function faultsAfterRefunds(stack: RunningStack, outcomes: readonly Outcome[]): Promise<string[]> {
  const faultsNow = async (): Promise<string[]> => {
    const listed = await stack.operate('charges', 'list', '--account', stack.accountId);
    return faultsOfOutcomes(outcomes, (listed as { readonly charges: readonly Charge[] }).charges);
  };
  const areRefunded = async (): Promise<boolean> => (await faultsNow()).length === 0;
  await waitFor(areRefunded, { timeoutMs: 30_000, everyMs: 1_000 }).catch(() => undefined);
  return faultsNow();
}

const { base, folder } = readOptions();
const missing = await ensureMediaPrograms({ log: print });
if (missing.length > 0)
  throw new Error(`no pictures and videos can be checked: missing ${missing.join(', ')}`);
const commit = commitOf(root, base);
const checkout = checkOut(root, commit, folder);
const dataDir = mkdtempSync(join(tmpdir(), 'redline-upgrade-'));
const nats = await startNats({
  binary: await findNatsServer(join(root, '.redline', 'tools'), print),
  storeDir: join(dataDir, 'own-nats'),
});
// The same port for both: records hold addresses of uploads, and only those of the own API are taken.
const place = { dataDir, port: await freePort(), natsUrl: nats.url };
const faults = await checkUpgrade(checkout, place).finally(nats.stop);
for (const fault of faults) print(fault);
print(
  faults.length === 0
    ? `data of ${commit} is served`
    : `${faults.length} faults; the data stays in ${dataDir}`,
);
if (faults.length === 0) await rm(dataDir, { recursive: true, force: true });
process.exitCode = faults.length === 0 ? 0 : 1;
