import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { endPreviousStack } from '../src/stack/previous-stack.ts';
import { StackError } from '../src/stack/stack-error.ts';
import { type StackProcess, stackProcess, stillRuns, writeState } from '../src/stack/state.ts';

const folder = mkdtempSync(join(tmpdir(), 'redline-state-'));
afterAll(() => rmSync(folder, { recursive: true }));

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function bystander(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)'], { stdio: 'ignore' });
  children.push(child);
  await once(child, 'spawn');
  return child.pid ?? 0;
}

function stateOf(launcher: StackProcess, processes: readonly StackProcess[]): string {
  const file = join(folder, `stack-${launcher.pid}.json`);
  const addresses = { apiUrl: 'http://127.0.0.1:1', natsUrl: '', databaseUrls: {}, opsUrls: {} };
  writeState(file, { launcher, ...addresses, processes: [...processes] });
  return file;
}

const gone: StackProcess = { name: 'launcher', pid: 1, identity: 'of a process that ended' };
const said: string[] = [];
const say = (line: string) => said.push(line);

describe('a start after another one', () => {
  it('is refused while the other one runs', async () => {
    const launcher = stackProcess('launcher', await bystander());
    const file = stateOf(launcher, []);
    await expect(endPreviousStack(file, say)).rejects.toThrow(StackError);
    expect(stillRuns(launcher)).toBe(true);
    expect(existsSync(file)).toBe(true);
  });

  it('ends what a killed one left behind', async () => {
    const orphan = stackProcess('billing', await bystander());
    const file = stateOf(gone, [orphan]);
    await endPreviousStack(file, say);
    expect(stillRuns(orphan)).toBe(false);
    expect(existsSync(file)).toBe(false);
  });

  it('leaves a stranger alone that was given the id of an ended process', async () => {
    const pid = await bystander();
    const stranger = { ...stackProcess('billing', pid), identity: 'of the process that had this id before' };
    await endPreviousStack(stateOf({ ...stranger, name: 'launcher' }, [stranger]), say);
    expect(stillRuns(stackProcess('billing', pid))).toBe(true);
  });
});
