import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createRandom } from '@redline/fault';
import { DrillError } from './drill.ts';
import { drills } from './drills/index.ts';

const usage = `npm run -s drill -- <${Object.keys(drills).join('|')}> [--short] [--seed N]`;
const seedMax = 2 ** 32;

const startMs = performance.now();
const say = (line: string) => {
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1).padStart(6);
  process.stdout.write(`${seconds} s  ${line}\n`);
};

function readArguments() {
  const options = { short: { type: 'boolean' }, seed: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [name = ''] = positionals;
  const drill = Object.hasOwn(drills, name) ? drills[name] : undefined;
  const seed = values.seed === undefined ? randomInt(seedMax) : Number(values.seed);
  if (!drill || positionals.length !== 1) throw new Error('name one drill');
  if (!Number.isInteger(seed) || seed < 0 || seed >= seedMax) throw new Error(`--seed is below ${seedMax}`);
  return { name, drill, seed, isShort: values.short ?? false };
}

const stop = new AbortController();
const stopped = new Promise<never>((_, reject) => {
  stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());

let given: ReturnType<typeof readArguments>;
try {
  given = readArguments();
} catch (error) {
  process.stderr.write(`drill: ${error instanceof Error ? error.message : error}\n${usage}\n`);
  process.exit(1);
}
const { name, drill, seed, isShort } = given;
try {
  say(`drill ${name}, section "${drill.section}" of docs/runbook.md, seed ${seed}`);
  await Promise.race([drill.run({ say, random: createRandom(seed), isShort, signal: stop.signal }), stopped]);
  say('practised: everything is as the runbook says');
  process.exit(0);
} catch (error) {
  if (stop.signal.aborted) process.exit(130);
  const text = error instanceof DrillError ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`drill ${name}: ${text}\n`);
  process.exit(1);
}
