import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const installTimeoutMs = 600_000;

/** The commit that a name means, in full. Throws an Error for a name that means none. */
export const commitOf = (root: string, name: string): string =>
  run(root, 'git', ['rev-parse', '--verify', `${name}^{commit}`]).trim();

/**
 * Checks a commit out below `folder`, with its dependencies installed; one that is there already is used again. It is a clone
 * that shares the objects of the repository, so the repository knows nothing of it.
 * @throws Error with the output of the program that failed
 */
export function checkOut(root: string, commit: string, folder: string): string {
  const checkout = join(folder, `checkout-${commit.slice(0, 12)}`);
  const marker = join(checkout, 'node_modules', '.checkout-installed');
  if (existsSync(marker)) return checkout;
  rmSync(checkout, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run(root, 'git', ['clone', '--quiet', '--shared', '--no-checkout', root, checkout]);
  run(checkout, 'git', ['checkout', '--quiet', '--detach', commit]);
  run(checkout, join(root, 'node_modules', '.bin', 'pnpm'), ['install', '--frozen-lockfile']);
  writeFileSync(marker, commit);
  return checkout;
}

function run(cwd: string, command: string, args: readonly string[]): string {
  const done = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: installTimeoutMs });
  if (done.error) throw done.error;
  if (done.status === 0) return done.stdout;
  throw new Error(`${command} ${args.join(' ')} failed: ${done.stderr || done.stdout}`);
}
