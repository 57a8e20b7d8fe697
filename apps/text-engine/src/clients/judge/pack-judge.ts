import { mainSite, sites } from '@redline/contracts';
import type { Judgment, Submission } from '@redline/rule-engine/evaluate';
import {
  type Engine,
  engineOf,
  evaluateWith,
  explainer,
  packNameOf,
  reportedConsidered,
  type Sayings,
  type Seen,
} from '@redline/rule-engine/evaluate';
import {
  isCompiled,
  keepCompiled,
  loadCompiledNotices,
  loadCompiledPack,
  PackError,
  type PacksPlace,
} from '@redline/rule-engine/load';
import type { Confirm } from '@redline/rule-engine/notices';
import { type Notices, noticesOf } from '@redline/rule-engine/notices';
import { mediumOf } from '@redline/rule-engine/pack';
import { evaluatePicture } from '@redline/rule-engine/pictures';
import {
  type RewriteResult,
  type RewriteTask,
  rewriteBy,
  withReplacements,
} from '@redline/rule-engine/rewrite';
import { StartError } from '@redline/service-kit/shutdown';

/** On the record of a check that no model has read, or whose model was down or slow. */
export const embeddedReviewer = 'embedded';

/** What judges by the packs of all sites, and what those say. */
export interface LoadedJudge {
  readonly judge: (submission: Submission) => Judgment;
  readonly rewriter: (task: RewriteTask) => RewriteResult;
  readonly sayings: Sayings;
}

/**
 * Loads the rule pack of every site and gives what judges by them.
 * @throws StartError when a pack is missing, or with a line for each of its faults
 */
export function loadJudge(place: PacksPlace): LoadedJudge {
  const engines = new Map(sites.map(({ id }) => [id as string, loadEngine(id, place)]));
  const packs = [...engines.values()].map(({ pack }) => pack);
  const sayings: Sayings = {
    wordings: new Map(packs.flatMap(({ wordings }) => [...wordings])),
    reasons: new Map(packs.map(({ meta, reasons }) => [meta.id, reasons])),
    seen: new Map([...engines].map(([site, { pack }]) => [site, seenOf(pack)])),
  };
  const explain = explainer(sayings);
  const engineFor = (siteId: string): Engine => {
    const engine = engines.get(siteId);
    if (!engine) throw new Error(`there is no rule pack for the site ${siteId}`);
    return engine;
  };
  return {
    judge({ siteId, text, selection, customWords, isReadAgain }) {
      const engine = engineFor(siteId);
      const unread = { semanticLabels: [], reviewer: embeddedReviewer };
      if (mediumOf(selection) === 'picture')
        return { ...evaluatePicture(text, engine, selection), ...unread, considered: [] };
      const { evaluation: heard, analysis, brief } = evaluateWith(text, engine, selection, customWords);
      const evaluation =
        mediumOf(selection) === 'voiceover'
          ? { ...heard, findings: withReplacements(heard.findings, analysis, engine, selection) }
          : heard;
      const considered = explain(reportedConsidered(evaluation), evaluation.pack.id);
      const judgment = { ...evaluation, considered, ...unread };
      return isReadAgain ? { ...judgment, brief: brief(explain) } : judgment;
    },
    rewriter: (task) => rewriteBy(engineFor(task.siteId), task),
    sayings,
  };
}

const seenOf = (pack: Engine['pack']): Seen => ({
  ...{ pack: packNameOf(pack), labels: pack.labels, tiers: pack.meta.tiers },
});

/** Whether every site's pack lies compiled already. */
export const areCompiled = ({ folder, compiledDir }: PacksPlace): boolean =>
  compiledDir !== null && sites.every(({ id }) => isCompiled(`${folder}/${id}`, compiledDir));

/** Compiles the packs of all sites and keeps them. Throws as `loadJudge` does. */
export function keepCompiledPacks(folder: string, dir: string): void {
  for (const { id } of sites) startErrorsOf(() => keepCompiled(`${folder}/${id}`, dir));
}

/** Loads the notices of the main site, whose keywords the embedded step confirms. Throws as `loadJudge` does. */
export const openNotices = ({ folder, compiledDir }: PacksPlace, confirm: Confirm | null): Notices =>
  startErrorsOf(() => noticesOf(loadCompiledNotices(`${folder}/${mainSite.id}`, compiledDir), confirm));

function loadEngine(site: string, { folder, compiledDir }: PacksPlace): Engine {
  return startErrorsOf(() => engineOf(loadCompiledPack(`${folder}/${site}`, compiledDir)));
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
