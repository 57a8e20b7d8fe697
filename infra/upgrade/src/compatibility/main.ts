import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commitOf } from '@redline/local/check-out-commit';
import { acceptedBreaks } from './accepted-breaks.ts';
import { incompatibilities, newcomers } from './compare-contracts.ts';
import { contractsAt, loadContracts } from './contracts-at.ts';
import { recordSamples } from './sample-files.ts';

/** Command line: checks that the messages of this checkout and those of a commit are read by each other. */
const usage = 'usage: npm run -s compatibility -- --base COMMIT | --record';
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

const { values } = parseArgs({ options: { base: { type: 'string' }, record: { type: 'boolean' } } });
if (values.record) {
  for (const path of recordSamples(contracts)) print(`recorded ${path}`);
} else if (values.base !== undefined) {
  const faults = await compareWith(values.base);
  for (const fault of faults) print(fault);
  print(faults.length === 0 ? 'each reads what the other one writes' : `${faults.length} incompatibilities`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} else {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 1;
}
