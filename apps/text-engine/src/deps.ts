import type { rewriteJob, Site, textJob } from '@redline/contracts';
import type { Judge, Sayings } from '@redline/rule-engine/evaluate';
import type { Notices } from '@redline/rule-engine/notices';
import type { Rewriter } from '@redline/rule-engine/rewrite';
import type { Bus } from '@redline/service-kit/bus';
import type { EngineMetrics } from './engine-metrics.ts';
import type { LiveWords } from './store/live-words.ts';
import type { Db } from './store/tables.ts';
import type { Wordings } from './store/wordings.ts';

/** What every handler may use. */
export interface Deps {
  readonly db: Db;
  readonly bus: Bus;
  /** The sites whose text is checked here; each has a rule pack. */
  readonly sites: readonly Site[];
  readonly judge: Judge;
  readonly rewriter: Rewriter;
  /** The qualification notices of the main site. */
  readonly notices: Notices;
  /** What the packs say of things seen on pictures, by site. */
  readonly seen: Sayings['seen'];
  readonly words: LiveWords;
  readonly wordings: Wordings;
  readonly job: typeof textJob;
  readonly rewriteJob: typeof rewriteJob;
  readonly metrics: EngineMetrics;
  /** To be called after a commit that wrote to the outbox. */
  readonly wakeRelay: () => void;
}
