import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createRandom, reportOf, run, type Timing } from '@redline/fault';
import { checkOut, commitOf } from '@redline/local/check-out-commit';
import { ensureMediaPrograms } from '@redline/testkit/servers';
import { upgradeBackAndAgain } from './roll.ts';

/** Command line: upgrades a loaded stack from an older commit to this checkout, and back; see `usage` and the README. */
const usage = 'usage: npm run -s rollout -- --base COMMIT [--texts] [--rate 1] [--seed N] [--folder FOLDER]';
const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Leases that no process outlives whose work is handed back in order, also on a busy machine. */
const timing: Timing = {
  jobLeaseMs: 20_000,
  eventAckWaitMs: 20_000,
  sweepEveryMs: 1_000,
  neverTakenMs: 90_000,
  leaseEndedMs: 45_000,
  idempotencyLeaseMs: 30_000,
};
/** A bound; the load ends with the rollback. */
const secondsMax = 1_800;
const soakMs = 20_000;
const patienceMs = 90_000;
const settleTimeoutMs = 180_000;
const reportsMax = 12;
/** Credits of each grant of an account that runs out on the way. */
const poorGrant = 8;

const startMs = performance.now();
const say = (line: string): void => {
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1).padStart(6);
  process.stdout.write(`${seconds} s  ${line}\n`);
};

function readOptions() {
  const { values } = parseArgs({
    options: {
      base: { type: 'string' },
      texts: { type: 'boolean', default: false },
      rate: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(randomInt(2 ** 32)) },
      folder: { type: 'string', default: join(tmpdir(), 'redline-compare') },
    },
  });
  const [rate, seed] = [Number(values.rate), Number(values.seed)];
  if (values.base === undefined) throw new TypeError(`--base is missing; ${usage}`);
  if (!(rate > 0 && rate <= 100)) throw new TypeError(`--rate is above 0 and 100 at most; ${usage}`);
  if (!Number.isInteger(seed)) throw new TypeError(`--seed is a whole number; ${usage}`);
  return { base: values.base, isMixed: !values.texts, rate, seed, folder: resolve(values.folder) };
}

async function main(signal: AbortSignal): Promise<boolean> {
  const { base, isMixed, rate, seed, folder } = readOptions();
  const missing = isMixed ? await ensureMediaPrograms({ log: say }) : [];
  if (missing.length > 0)
    throw new Error(`images and videos cannot be checked: missing ${missing.join(', ')}`);
  const older = checkOut(root, commitOf(root, base), folder);
  say(`from ${base} to this checkout, back, and to it again, seed ${seed}`);
  const result = await run({
    ...{ seconds: secondsMax, rate, poorGrant, patienceMs, settleTimeoutMs, reportsMax, timing, say, signal },
    isMixed,
    shape: 'cluster',
    isSeamless: true,
    faults: [],
    stack: { checkout: older },
    during: (stack) => upgradeBackAndAgain({ stack, older, soakMs, say, signal }),
    random: createRandom(seed),
  });
  for (const line of reportOf(result)) process.stdout.write(`${line}\n`);
  const broken = result.verdicts.filter(({ violations }) => violations.length > 0).length;
  say(broken ? `${broken} invariants BROKEN, seed ${seed}` : `all invariants hold, seed ${seed}`);
  return broken === 0;
}

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
try {
  process.exitCode = (await main(stop.signal)) ? 0 : 1;
} catch (error) {
  if (!stop.signal.aborted)
    process.stderr.write(`rollout: ${error instanceof Error ? error.stack : error}\n`);
  process.exit(stop.signal.aborted ? 130 : 1);
}
process.exit();
