import { type InternationalSite, internationalSites } from '@redline/contracts';
import { StartError } from '@redline/service-kit/shutdown';
import { type Engine, engineOf, evaluate } from '../domain/evaluate.ts';
import { bySeverity } from '../domain/evaluation.ts';
import type { Judge } from '../domain/judgment.ts';
import { loadPack, PackError } from './pack-files.ts';

/**
 * Loads the rule pack of every site and gives what judges by them.
 * @param folder holds one folder a site
 * @throws StartError when a pack is missing, or with a line for each of its faults
 */
export function loadJudge(folder: string): {
  readonly judge: Judge;
  readonly sites: readonly InternationalSite[];
} {
  const sites: readonly InternationalSite[] = internationalSites;
  const engines = new Map(sites.map(({ id }) => [id as string, loadEngine(`${folder}/${id}`)]));
  const judge: Judge = ({ siteId, text, platform, vertical, customWords }) => {
    const engine = engines.get(siteId);
    if (!engine) throw new Error(`there is no rule pack for the site ${siteId}`);
    const evaluation = bySeverity(evaluate(text, engine, { platform, vertical }, customWords));
    return { ...evaluation, semanticLabels: [], reviewer: 'embedded' };
  };
  return { judge, sites };
}

function loadEngine(folder: string): Engine {
  try {
    return engineOf(loadPack(folder));
  } catch (error) {
    if (error instanceof PackError) throw new StartError(error.message, { cause: error });
    if (error instanceof Error && 'code' in error) {
      throw new StartError(`PACKS_DIR: ${error.message}`, { cause: error });
    }
    throw error;
  }
}
