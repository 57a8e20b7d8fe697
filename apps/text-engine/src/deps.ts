import type { rewriteJob, Site, textJob } from '@redline/contracts';
import type { Messages } from '@redline/rule-engine/evaluate';
import type { Notices } from '@redline/rule-engine/notices';
import type { Rewriter } from '@redline/rule-engine/rewrite';
import type { Bus } from '@redline/service-kit/bus';
import type { Judge } from './domain/judge.ts';
import type { SiteLabels } from './domain/render/passages.ts';
import type { EngineMetrics } from './engine-metrics.ts';
import type { LiveWords } from './store/live-words.ts';
import type { ReadTexts } from './store/read-texts.ts';
import type { Db } from './store/tables.ts';

/** The dependencies of handlers. */
export interface Deps {
  readonly db: Db;
  readonly bus: Bus;
  /** The sites whose text is checked here; each has a rule pack. */
  readonly sites: readonly Site[];
  readonly judge: Judge;
  readonly rewriter: Rewriter;
  /** The qualification notices of the main site. */
  readonly notices: Notices;
  /** The texts of the packs. */
  readonly messages: Messages;
  /** By site: the meaning of detectors' labels. */
  readonly siteLabels: ReadonlyMap<string, SiteLabels>;
  readonly words: LiveWords;
  /** Reads the texts that a record refers to. */
  readonly readTexts: ReadTexts;
  readonly job: typeof textJob;
  readonly rewriteJob: typeof rewriteJob;
  readonly metrics: EngineMetrics;
  /** To be called after a commit that wrote to the outbox. */
  readonly wakeRelay: () => void;
}
