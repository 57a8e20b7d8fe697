import { createInterface } from 'node:readline/promises';
import { type Bus, busCredentialsOf, connectBus } from '@redline/service-kit/bus';
import { busCredentialSettings, loadConfig } from '@redline/service-kit/config';
import { createLogger } from '@redline/service-kit/log';
import { CommanderError } from 'commander';
import { findNatsUrl } from './find-stack.ts';
import { buildProgram } from './program.ts';
import { sentenceOf } from './sentence.ts';

const stateFile = new URL('../../../.redline/stack.json', import.meta.url);
const log = createLogger({ service: 'admin', level: 'warn', destination: process.stderr });

const print = (answer: object) => process.stdout.write(`${JSON.stringify(answer)}\n`);

const note = (sentence: string) => process.stderr.write(`${sentence}\n`);

/** Asks at the terminal; nobody is there when the input is none. */
async function confirm(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

async function withBus<T>(use: (bus: Bus) => Promise<T>): Promise<T> {
  const bus = await connectBus({
    ...busCredentialsOf(loadConfig(busCredentialSettings, process.env)),
    url: findNatsUrl({ NATS_URL: process.env.NATS_URL }, stateFile),
    name: 'admin',
    log,
    connectTimeoutMs: 5_000,
  });
  try {
    return await use(bus);
  } finally {
    await bus.close();
  }
}

try {
  await buildProgram({ withBus, print, note, confirm }).parseAsync();
} catch (error) {
  const help = error instanceof CommanderError && error.exitCode === 0;
  if (!help) print({ error: sentenceOf(error) });
  process.exitCode = help ? 0 : 1;
}
