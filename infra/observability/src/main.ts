import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkRules } from './check-rules.ts';
import { withMetricsTable } from './metrics-table.ts';
import { metricsPage, render, renderedDir } from './render.ts';
import { root } from './root.ts';
import { watchStack } from './watch-stack.ts';

const usage = `npm run -s observability           writes dashboards, rules and the pages made from them
npm run -s observability -- check  checks and tests the rules by promtool, from Debian's prometheus (20 MB, once)
npm run -s observability -- watch  runs Debian's Prometheus, with the alerts, over the stack that npm start runs`;

async function writeAll(): Promise<void> {
  await rm(join(root, renderedDir), { recursive: true, force: true });
  const files = render();
  for (const [path, text] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const page = join(root, metricsPage);
  await writeFile(page, withMetricsTable(await readFile(page, 'utf8')));
  process.stdout.write(`${files.size} files, and the table in ${metricsPage}\n`);
}

async function run([command, ...rest]: readonly string[]): Promise<number> {
  if (command === undefined) await writeAll();
  else if (command === 'check' && rest.length === 0) return checkRules();
  else if (command === 'watch' && rest.length <= 1) await watchStack(...rest);
  else {
    process.stderr.write(`${usage}\n`);
    return 1;
  }
  return 0;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`observability: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
