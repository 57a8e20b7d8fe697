import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const packsFolder = fileURLToPath(new URL('../../../packs', import.meta.url));

/** The sites that have a pack, by name. */
export const packSites: readonly string[] = readdirSync(packsFolder)
  .filter((name) => existsSync(`${packsFolder}/${name}/pack.yaml`))
  .sort();

/** Returns the folder of a site's pack. */
export const packFolderOf = (site: string): string => `${packsFolder}/${site}`;
