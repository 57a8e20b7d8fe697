import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Engine, engineOf } from '@redline/rule-engine/evaluate';
import { loadPack } from '@redline/rule-engine/load';

const pathOf = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The sites that have a pack, by name. */
export const packSites: readonly string[] = readdirSync(pathOf('packs'))
  .filter((name) => existsSync(pathOf(`packs/${name}/pack.yaml`)))
  .sort();

/** Returns the folder of a site's pack. */
export const packFolderOf = (site: string): string => pathOf(`packs/${site}`);

/** Returns the folder of a site's corpus; not every site has one. */
export const corpusFolderOf = (site: string): string => pathOf(`corpus/${site}`);

/** Returns the folder of a site's cases, which measure and train; it may be missing. */
export const casesFolderOf = (site: string): string => pathOf(`corpus/${site}/cases`);

/** The list of what a sentence can claim. */
export const claimTypesFile: string = pathOf('packs/claim-types.yaml');

/** The root of this checkout. */
export const checkoutRoot: string = pathOf('');

/** Returns the path of a page of the documentation. */
export const docsPage = (name: string): string => pathOf(`docs/${name}`);

/** Loads a site's pack. Throws a PackError with every fault in it. */
export const engineFor = (site: string): Engine => engineOf(loadPack(packFolderOf(site)));
