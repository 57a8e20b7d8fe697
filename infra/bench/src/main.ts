import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { benchAgainst } from './bench-against.ts';
import { benchBatches } from './bench-batches.ts';
import { benchCommandLine } from './bench-command-line.ts';
import { benchCost } from './bench-cost.ts';
import { benchGet } from './bench-get.ts';
import { benchIdle } from './bench-idle.ts';
import { benchSubmit } from './bench-submit.ts';
import { benchUpload } from './bench-upload.ts';
import { benchWait } from './bench-wait.ts';
import { benchAlone, benchWords } from './bench-words.ts';
import { drained, submitMany } from './checks.ts';
import { openCustomers } from './customers.ts';
import { withStack } from './stack.ts';

/** `npm run -s bench [-- matcher|judge|words|idle|get|wait|submit|cost|upload|batches …]`: all by default; or `against COMMIT`, or `command-line FOLDER`. */
const names = [
  'matcher',
  'judge',
  'words',
  'idle',
  'get',
  'wait',
  'submit',
  'cost',
  'upload',
  'batches',
] as const;
const onStack = ['words', 'idle', 'get', 'wait', 'submit', 'cost', 'upload', 'batches'] as const;
/** The benchmarks that need existing checks. */
const onChecks = ['idle', 'get', 'submit', 'cost'] as const;
const [first, ...others] = process.argv.slice(2);
/** Those that take arguments of their own. */
const withArguments = { against: benchAgainst, 'command-line': benchCommandLine };
if (first === 'against' || first === 'command-line') {
  for await (const line of withArguments[first](others)) process.stdout.write(`${line}\n`);
  process.exit();
}
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.some((known) => known === name));
const has = (name: (typeof names)[number]) => wanted.length === 0 || wanted.includes(name);
const say = (line: string) => process.stdout.write(`${line}\n`);

const customerCount = 100;
const checkCount = 10_000;

function benchMatcher(): void {
  const script = fileURLToPath(new URL('../../../packages/matcher/bench/main.ts', import.meta.url));
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit', timeout: 600_000 });
  if (status !== 0) throw new Error('the benchmark of the matcher failed');
}

if (unknown.length > 0) {
  process.stderr.write(`bench: there is no benchmark ${unknown.join(', ')}; there are ${names.join(', ')}\n`);
  process.exit(1);
}
if (has('matcher')) benchMatcher();
if (has('judge')) benchAlone('judge');
if (has('words')) for (const name of ['words', 'texts'] as const) benchAlone(name);
if (onStack.some(has)) {
  await withStack(async (stack) => {
    const [lister, ...customers] = await openCustomers(stack.bus, customerCount + 1);
    if (has('words') && lister) say(await benchWords(stack, lister));
    if (has('upload') && lister) say(await benchUpload(stack, lister));
    if (has('batches') && lister) say(await benchBatches(stack, lister));
    if (has('wait')) say(await benchWait(stack, customers));
    if (!onChecks.some(has)) return;
    const checks = await submitMany(stack.apiUrl, customers, has('get') ? checkCount : 500);
    await drained(stack);
    if (has('idle')) say(await benchIdle(stack, customers));
    if (has('get')) say(await benchGet(stack, checks));
    if (has('submit')) say(await benchSubmit(stack, customers));
    if (has('cost')) say(await benchCost(stack, customers));
  });
}
