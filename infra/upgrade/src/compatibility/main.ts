import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commitOf } from '@redline/local/check-out-commit';
import { apiBreaks } from '../openapi/api-breaks.ts';
import { currentApi, recordApi, releasedApi } from '../openapi/released-api.ts';
import { acceptedBreaks } from './accepted-breaks.ts';
import { incompatibilities, newcomers } from './compare-contracts.ts';
import { contractsAt, loadContracts } from './contracts-at.ts';
import { recordSamples } from './sample-files.ts';

/**
 * Command line: checks that the messages of this checkout and those of a commit are read by each other, and that the API
 * of this checkout breaks nothing of that of the last release.
 */
const usage = 'usage: npm run -s compatibility -- --base COMMIT | --api | --record | --record-api';
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const contracts = join(root, 'packages', 'contracts');

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function compareWith(base: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'redline-contracts-'));
  try {
    const older = await contractsAt(root, commitOf(root, base), folder);
    const newer = await loadContracts(contracts);
    print(
      `${base}: ${older.parts.length} parts of messages, ${older.samples.length} samples; here: ${newer.parts.length} and ${newer.samples.length}`,
    );
    for (const line of newcomers({ older, newer })) print(`new ${line}`);
    return incompatibilities({ older, newer }).filter(isNotAccepted);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isNotAccepted(fault: string): boolean {
  const accepted = acceptedBreaks.find(({ line }) => line.test(fault));
  if (accepted) print(`accepted, ${accepted.reason}: ${fault}`);
  return accepted === undefined;
}

/** Compares the API with that of the last release. */
function brokenApi(): readonly string[] {
  const breaks = apiBreaks({ released: releasedApi(root), current: currentApi(root) });
  return breaks.filter(isNotAccepted);
}

function report(faults: readonly string[], none: string, some: string): void {
  for (const fault of faults) print(fault);
  print(faults.length === 0 ? none : `${faults.length} ${some}`);
  if (faults.length > 0) process.exitCode = 1;
}

const flag = { type: 'boolean' } as const;
const { values } = parseArgs({
  options: { base: { type: 'string' }, record: flag, api: flag, 'record-api': flag },
});
const reportApi = () =>
  report(brokenApi(), 'the API breaks nothing of the last release', 'breaks of the API');
if (values.record) {
  for (const path of recordSamples(contracts)) print(`recorded ${path}`);
} else if (values['record-api']) {
  print(`recorded ${recordApi(root)}`);
} else if (values.api) {
  reportApi();
} else if (values.base !== undefined) {
  report(await compareWith(values.base), 'each reads what the other one writes', 'incompatibilities');
  reportApi();
} else {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 1;
}
