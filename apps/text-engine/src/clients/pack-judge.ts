import { type InternationalSite, internationalSites } from '@redline/contracts';
import { StartError } from '@redline/service-kit/shutdown';
import { type Engine, engineOf, evaluate } from '../domain/evaluate.ts';
import { bySeverity } from '../domain/evaluation.ts';
import type { Judge } from '../domain/judgment.ts';
import { type CompiledPacks, keepCompiled, loadCompiledPack } from './compiled-packs.ts';
import { PackError } from './pack-files.ts';

/**
 * Loads the rule pack of every site and gives what judges by them.
 * @param folder holds one folder a site
 * @param compiled see `loadCompiledPack`
 * @throws StartError when a pack is missing, or with a line for each of its faults
 */
export function loadJudge(
  folder: string,
  compiled: CompiledPacks | null,
): {
  readonly judge: Judge;
  readonly sites: readonly InternationalSite[];
} {
  const sites: readonly InternationalSite[] = internationalSites;
  const engines = new Map(sites.map(({ id }) => [id as string, loadEngine(`${folder}/${id}`, compiled)]));
  const judge: Judge = ({ siteId, text, platform, vertical, customWords }) => {
    const engine = engines.get(siteId);
    if (!engine) throw new Error(`there is no rule pack for the site ${siteId}`);
    const evaluation = bySeverity(evaluate(text, engine, { platform, vertical }, customWords));
    return { ...evaluation, semanticLabels: [], reviewer: 'embedded' };
  };
  return { judge, sites };
}

/** Compiles the packs of all sites and keeps them. Throws as `loadJudge` does. */
export function keepCompiledPacks(folder: string, dir: string): void {
  for (const { id } of internationalSites) startErrorsOf(() => keepCompiled(`${folder}/${id}`, dir));
}

function loadEngine(folder: string, compiled: CompiledPacks | null): Engine {
  return startErrorsOf(() => engineOf(loadCompiledPack(folder, compiled)));
}

function startErrorsOf<T>(load: () => T): T {
  try {
    return load();
  } catch (error) {
    if (error instanceof PackError) throw new StartError(error.message, { cause: error });
    if (error instanceof Error && 'code' in error) {
      throw new StartError(`PACKS_DIR: ${error.message}`, { cause: error });
    }
    throw error;
  }
}
