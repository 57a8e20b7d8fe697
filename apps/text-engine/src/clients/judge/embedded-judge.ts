import { mainSite, sites } from '@redline/contracts';
import {
  analyze,
  type Engine,
  engineOf,
  evaluationOf,
  type Messages,
  messagesOf,
  packNameOf,
  reportedConsidered,
} from '@redline/rule-engine/evaluate';
import {
  isCompiled,
  keepCompiled,
  loadCompiledNotices,
  loadCompiledPack,
  PackError,
  type PacksPlace,
} from '@redline/rule-engine/load';
import { type Confirm, type Notices, noticesOf } from '@redline/rule-engine/notices';
import { mediumOf } from '@redline/rule-engine/pack';
import { evaluatePicture } from '@redline/rule-engine/pictures';
import type { ReaderKind } from '@redline/rule-engine/reader';
import {
  type RewriteResult,
  type RewriteTask,
  rewriteBy,
  withReplacements,
} from '@redline/rule-engine/rewrite';
import { briefOf } from '@redline/rule-engine/second-review';
import { StartError } from '@redline/service-kit/shutdown';
import type { EmbeddedEvaluation, JudgeRequest } from '../../domain/judge.ts';
import type { SiteLabels } from '../../domain/render/passages.ts';

/** The judge and the rewriter by the packs of all sites, and the texts of those. */
export interface LoadedJudge {
  readonly judge: (request: JudgeRequest & { readonly withBrief?: boolean }) => EmbeddedEvaluation;
  readonly rewriter: (task: RewriteTask) => RewriteResult;
  readonly messages: Messages;
  /** By site. */
  readonly siteLabels: ReadonlyMap<string, SiteLabels>;
  /** Runtime of the reader that reads texts beside the rules. */
  readonly reader: ReaderKind;
}

/**
 * Loads the rule pack of every site, and the reader by the runtime of this thread.
 * @throws StartError when a pack is missing, or with a line for each of its faults
 * @throws NoReaderError when no runtime reads here
 */
export function loadJudge(place: PacksPlace): LoadedJudge {
  const engines = new Map(sites.map(({ id }) => [id as string, loadEngine(id, place)]));
  const engineFor = (siteId: string): Engine => {
    const engine = engines.get(siteId);
    if (!engine) throw new Error(`there is no rule pack for the site ${siteId}`);
    return engine;
  };
  return {
    judge: (request) => evaluateBy(engineFor(request.siteId), request),
    rewriter: (task) => rewriteBy(engineFor(task.siteId), task),
    messages: messagesOf([...engines.values()].map(({ pack }) => pack)),
    siteLabels: new Map([...engines].map(([site, { pack }]) => [site, labelsOf(pack)])),
    reader: engineFor(mainSite.id).reader?.kind ?? 'off',
  };
}

function evaluateBy(
  engine: Engine,
  { text, selection, customWords, withBrief = false }: JudgeRequest & { readonly withBrief?: boolean },
): EmbeddedEvaluation {
  const medium = mediumOf(selection);
  if (medium === 'picture')
    return { evaluation: evaluatePicture(text, engine, selection), brief: null, reading: null };
  // What rewrites have read since counts for no text.
  engine.reader?.takeCounts();
  const analysis = analyze(text, engine, selection);
  const reading = engine.reader?.takeCounts() ?? null;
  const complete = evaluationOf(text, analysis, engine, selection, customWords?.(text));
  const { findings } = complete;
  const evaluation = {
    ...complete,
    findings: medium === 'voiceover' ? withReplacements(findings, analysis, engine, selection) : findings,
    considered: reportedConsidered(complete),
  };
  const brief = withBrief ? briefOf(analysis, findings, engine.pack, selection) : null;
  return { evaluation, brief, reading };
}

const labelsOf = (pack: Engine['pack']): SiteLabels => ({
  pack: packNameOf(pack),
  labels: pack.labels,
  tiers: pack.meta.tiers,
});

/** Tells whether every site's pack is compiled already. */
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
