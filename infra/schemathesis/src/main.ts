import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathsOf, unlimitedRates, withTemporaryStack } from '@redline/local';
import { ensureMediaPrograms } from '@redline/testkit/servers';
import { createAccounts } from './accounts.ts';
import { type Options, OptionsError, readOptions, usage } from './options.ts';
import { findProgram } from './program.ts';
import { createRecords } from './records.ts';
import { reportOf } from './report.ts';
import { runRound } from './round.ts';
import { type SurfaceName, surfaces } from './surfaces.ts';
import { newTally, type Tally } from './tally.ts';

/** Command line: tries the running product with Schemathesis; see `usage` and the README. */
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const examplesMax = 50;
/** Of one surface. Each has hundreds of cases at least, so a run ends. */
const roundsMax = 1_000;
/** Of three rounds of a site the second one is by an account without credits. */
const isPoorRound = (round: number): boolean => round % 3 === 1;

/** Returns whether nothing broke the contract. */
async function main(options: Options, signal: AbortSignal): Promise<boolean> {
  const program = await findProgram(process.env['SCHEMATHESIS'], pathsOf().tools, say);
  const missing = await ensureMediaPrograms({ log: say });
  if (missing.length > 0)
    throw new Error(`no pictures and videos can be made: missing ${missing.join(', ')}`);
  const folder = await mkdtemp(join(tmpdir(), 'redline-schemathesis-rounds-'));
  const tally = newTally();
  const env = { ...unlimitedRates, LOG_LEVEL: 'warn' };
  await withTemporaryStack({ name: 'schemathesis', env }, async ({ apiUrl, natsUrl }) => {
    say(`schemathesis: seed ${options.seed}, the product at ${apiUrl}, reports in ${folder}`);
    for (const surface of options.surfaces) {
      await trySurface(options, { surface, apiUrl, natsUrl, program, folder, signal }, tally);
    }
  });
  for (const line of reportOf(tally)) say(line);
  const isClean = tally.breaches.size === 0 && tally.errors.length === 0;
  say(
    isClean
      ? `${tally.cases} cases, no breach of the contract, seed ${options.seed}`
      : `${tally.cases} cases, ${tally.breaches.size} BREACHES and ${tally.errors.length} errors, seed ${options.seed}; reports in ${folder}`,
  );
  if (isClean) await rm(folder, { recursive: true, force: true });
  return isClean;
}

interface Trial {
  readonly surface: SurfaceName;
  readonly apiUrl: string;
  readonly natsUrl: string;
  readonly program: string;
  readonly folder: string;
  readonly signal: AbortSignal;
}

async function trySurface(options: Options, trial: Trial, tally: Tally): Promise<void> {
  const { surface, apiUrl, natsUrl, program, folder, signal } = trial;
  const site = surface === 'files' ? 'us' : surface;
  const keys = await createAccounts(natsUrl, site, surface);
  const records = await createRecords(apiUrl, site, keys.owner);
  const share = options.surfaces.length === 1 ? 100 : surfaces[surface].sharePercent;
  let left = Math.ceil((options.cases * share) / 100);
  for (let round = 0; left > 0 && round < roundsMax; round++) {
    const seed = options.seed + round;
    const isPoor = isPoorRound(round);
    const given = { program, apiUrl, surface, seed, keys, records, isPoor, signal, examplesMax };
    const own = join(folder, `${surface}-${seed}`);
    const count = await runRound({ ...given, workers: options.workers, folder: own }, tally);
    left -= count;
    say(`${surface}, seed ${seed}${isPoor ? ', without credits' : ''}: ${count} cases`);
    if (count === 0) throw new Error(`a round had no case; its output is in ${own}`);
  }
}

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
try {
  const options = readOptions(process.argv.slice(2), randomInt(2 ** 31));
  process.exitCode = (await main(options, stop.signal)) ? 0 : 1;
} catch (error) {
  if (error instanceof OptionsError) process.stderr.write(`schemathesis: ${error.message}\n${usage}\n`);
  else if (!stop.signal.aborted)
    process.stderr.write(`schemathesis: ${error instanceof Error ? error.stack : error}\n`);
  process.exit(stop.signal.aborted ? 130 : 1);
}
process.exit();
