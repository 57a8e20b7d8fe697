import { relative, resolve } from 'node:path';
import { ConfigError } from '@redline/service-kit/config';
import { createCloseList } from '@redline/service-kit/shutdown';
import { demoAccount } from './demo/demo-account.ts';
import { demoCheck } from './demo/demo-check.ts';
import { demoSignIn } from './demo/demo-sign-in.ts';
import { describeCheck } from './demo/describe-check.ts';
import { bringUp } from './stack/bring-up.ts';
import { explain } from './stack/explain.ts';
import { pathsOf } from './stack/paths.ts';
import { readSettings } from './stack/settings.ts';

/** Entry of `npm start`: runs the product on this machine until ctrl-C, and prints one real check. */
const closeTimeoutMs = 90_000;
const parts = createCloseList();
let ending = false;

const say = (line: string) => process.stdout.write(`${line}\n`);
const local = (path: string) => relative(process.cwd(), path) || '.';

async function end(exitCode: number): Promise<void> {
  if (ending) return;
  ending = true;
  const outcome = await parts.closeAll(undefined, closeTimeoutMs);
  process.exit(outcome === 'closed' ? exitCode : 1);
}

async function start(): Promise<void> {
  const startMs = performance.now();
  const settings = readSettings();
  const dataDir = settings.REDLINE_DATA_DIR ?? undefined;
  const paths = pathsOf(undefined, dataDir && resolve(dataDir));
  const { apiUrl, consoleUrl, natsUrl } = await bringUp({ paths, settings, say, parts });
  const demo = await demoAccount(natsUrl, paths.demo);
  await demoSignIn(natsUrl, demo);
  say('\nOne US text check, as a client sees it:\n');
  for (const line of describeCheck(await demoCheck(apiUrl, demo.keys.us.key))) say(line);
  const keyFile = local(paths.demo);
  say(`
Redline runs (${((performance.now() - startMs) / 1_000).toFixed(1)} s).
  console  ${consoleUrl}, sign in as ${demo.email} with ${demo.password}
  API      ${apiUrl}/v1
  docs     ${apiUrl}/docs
  keys     ${keyFile}, a live and a test one for each site of ${demo.email}
  log      ${local(paths.log)}
Try it:
  KEY=$(node -p 'JSON.parse(fs.readFileSync("${keyFile}")).keys.us.key')
  curl -H "Authorization: Bearer $KEY" ${apiUrl}/v1/intl/us/text/checks
Ctrl-C stops everything; the data stays in ${local(paths.data)}.`);
}

process.stdout.on('error', () => undefined);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!ending) say('\nstopping …');
    void end(0);
  });
}
// Servers and services do not keep this process alive; the stack runs until a signal ends it.
const whileItRuns = setInterval(() => undefined, 60_000);
try {
  await start();
} catch (error) {
  if (!ending) {
    const lines = error instanceof ConfigError ? error.faults : [explain(error)];
    for (const line of lines) process.stderr.write(`redline: ${line}\n`);
  }
  clearInterval(whileItRuns);
  await end(1);
}
