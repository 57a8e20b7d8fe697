import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The sites that have a corpus, by name. */
export const corpusSites: readonly string[] = readdirSync(pathOf('corpus'))
  .filter((name) => existsSync(pathOf(`corpus/${name}/manifest.yaml`)))
  .sort();

export const packFolderOf = (site: string): string => pathOf(`packs/${site}`);
export const corpusFolderOf = (site: string): string => pathOf(`corpus/${site}`);
export const claimTypesFile = pathOf('packs/claim-types.yaml');
