import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FoundText } from './found-text.ts';
import { passagesIn } from './read-folder.ts';
import { runProgram } from './run-program.ts';
import type { NpmSource } from './source-list.ts';

const passagesMax = 400;

/**
 * Reads the texts of a package from the registry that npm is configured for.
 * @param folder for the package while it is read
 * @throws Error when it cannot be had, or is not the one that the list names
 */
export function npmTexts({ name, version, integrity, kind }: NpmSource, folder: string): FoundText[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    runProgram('npm', ['pack', `${name}@${version}`, '--silent', '--ignore-scripts'], folder);
    const [archive = ''] = readdirSync(folder);
    const hash = createHash('sha512')
      .update(readFileSync(join(folder, archive)))
      .digest('base64');
    if (`sha512-${hash}` !== integrity) throw new Error(`${name}@${version} is not the package of the list`);
    runProgram('tar', ['-xzf', archive, '--no-same-owner', '--no-same-permissions'], folder);
    rmSync(join(folder, archive));
    return passagesIn(folder, passagesMax).map((text) => ({ source: `npm:${name}`, kind, text }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
