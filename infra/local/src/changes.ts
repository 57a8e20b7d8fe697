import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { missingIntents, versionedParts } from './checks/change-intents.ts';

/**
 * What `npm run -s changes -- --base main` runs: says which parts differ from where the branch left its base, committed or
 * not, and have no change intent in `.changeset/`. Exit code 1 if there is one.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));

function git(...args: readonly string[]): string {
  const done = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (done.error) throw done.error;
  if (done.status !== 0) throw new Error(`git ${args.join(' ')} failed: ${done.stderr}`);
  return done.stdout;
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

function versionAt(commit: string, folder: string): string | undefined {
  const shown = spawnSync('git', ['show', `${commit}:${folder}/package.json`], {
    cwd: root,
    encoding: 'utf8',
  });
  return shown.status === 0 ? JSON.parse(shown.stdout).version : undefined;
}

const { values } = parseArgs({ options: { base: { type: 'string', default: 'main' } } });
const fork = git('merge-base', values.base, 'HEAD').trim();
const paths = [
  ...linesOf(git('diff', '--name-only', '--no-renames', fork)),
  ...linesOf(git('ls-files', '--others', '--exclude-standard')),
];
const parts = versionedParts(root);
const intents = paths.filter((path) => /^\.changeset\/[^/]+\.md$/.test(path) && existsSync(join(root, path)));
const faults = missingIntents({
  paths,
  parts,
  baseVersions: new Map(
    parts.flatMap(({ folder }) => {
      const version = versionAt(fork, folder);
      return version === undefined ? [] : [[folder, version] as const];
    }),
  ),
  intents: intents.map((path) => readFileSync(join(root, path), 'utf8')),
});
const said = faults.length === 0 ? ['every part that has changed is named by a change intent'] : faults;
process.stdout.write(`${said.join('\n')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
