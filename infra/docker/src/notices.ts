import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const packageFolder = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;
const isLicenceFile = (name: string) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(name);

/** Returns the folders of the packages of others that modules are files of. */
export function packagesOfModules(moduleIds: readonly string[]): readonly string[] {
  const folders = moduleIds.flatMap((id) => packageFolder.exec(id.replace(/^\0/, ''))?.[1] ?? []);
  return [...new Set(folders)].sort();
}

/**
 * Writes the copyright and licence texts of packages, which their licences ask for wherever a copy of them goes. One text
 * that several packages have is written once; of a package without a text its own words about its licence.
 */
export async function noticesOf(folders: readonly string[]): Promise<string> {
  const namesByText = new Map<string, Set<string>>();
  for (const folder of folders) {
    const manifest: Manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const text = (await licenceTextOf(folder)) ?? statementOf(manifest);
    const names = namesByText.get(text) ?? new Set();
    namesByText.set(text, names.add(`${manifest.name} ${manifest.version}`));
  }
  const parts = [...namesByText].map(([text, names]) => `${[...names].sort().join('\n')}\n\n${text}\n`);
  return parts.sort().join(`\n${'-'.repeat(80)}\n\n`);
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name?: string };
  readonly homepage?: string;
}

async function licenceTextOf(folder: string): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && isLicenceFile(entry.name))
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  const texts = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n');
}

function statementOf({ license, author, homepage }: Manifest): string {
  const by = typeof author === 'string' ? author : author?.name;
  return [`Licence: ${license ?? 'see its home page'}`, by && `Author: ${by}`, homepage]
    .filter((line) => line)
    .join('\n');
}
