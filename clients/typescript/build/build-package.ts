import { readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const root = fileURLToPath(new URL('..', import.meta.url));
const input = { index: 'src/index.ts', node: 'src/node.ts' };
/** The syntax of Node 20 and of browsers that are as old. */
const target = 'es2022';
/** The package whose code is part of the modules, so that they need none; its licence is passed on with it. */
const included = 'eventsource-parser';

/**
 * Writes what is published: modules for Node and browsers, and declarations, which need nothing else.
 * @param outDir is emptied first
 * @throws rolldown's error; an import that cannot be resolved is one too
 */
export async function buildPackage(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  const build = await rolldown({
    cwd: root,
    input,
    platform: 'neutral',
    external: /^node:/,
    tsconfig: 'tsconfig.json',
    transform: { target },
    plugins: [dts({ generator: 'oxc', sourcemap: false })],
    onLog(level, log, handle) {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
      if (level !== 'warn') handle(level, log);
    },
  });
  try {
    await build.write({ dir: outDir, format: 'esm', entryFileNames: '[name].js' });
  } finally {
    await build.close();
  }
  await writeFile(join(outDir, 'THIRD-PARTY-NOTICES.txt'), await notices());
}

async function notices(): Promise<string> {
  const folder = dirname(createRequire(join(root, 'package.json')).resolve(`${included}/package.json`));
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return `${included} ${version}\n\n${await readFile(join(folder, 'LICENSE'), 'utf8')}`;
}
