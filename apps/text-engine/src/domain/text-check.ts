import type { mainFixSchema, ProductVertical, SceneMode } from '@redline/contracts';
import type { RiskLevel } from '@redline/rule-engine/evaluate';
import type { z } from 'zod';
import type { StoredEvaluation } from './stored-evaluation.ts';

export type CheckStatus = 'processing' | 'completed' | 'failed' | 'cancelled';
export type FixStatus = 'processing' | 'completed' | 'failed';

/** A rewrite of a check of the main site. */
export type StoredFix = z.infer<typeof mainFixSchema>;

/** A stored check, from which its record is rendered. */
export interface TextCheck {
  readonly id: string;
  readonly status: CheckStatus;
  readonly platform: string;
  readonly vertical: string;
  readonly productVertical: ProductVertical | null;
  readonly sceneMode: SceneMode | null;
  readonly autoFix: boolean;
  readonly explainLocale: string;
  readonly text: string;
  /** Null until the check is completed, and once it has failed. */
  readonly evaluation: RenderedEvaluation | null;
  /** A word of its owner's; null unless it has failed. */
  readonly failureReason: string | null;
  readonly fixStatus: FixStatus | null;
  readonly fixedText: string | null;
  readonly fixes: readonly StoredFix[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The parts of a stored evaluation that records show. */
export type RenderedEvaluation = Pick<
  StoredEvaluation,
  'riskLevel' | 'summary' | 'findings' | 'customFindings' | 'considered' | 'semanticLabels'
>;

/** A stored check as lists show it. */
export interface ListedCheck
  extends Pick<
    TextCheck,
    'id' | 'status' | 'failureReason' | 'platform' | 'vertical' | 'fixStatus' | 'createdAt'
  > {
  readonly riskLevel: RiskLevel | null;
  readonly summary: StoredEvaluation['summary'] | null;
  /** The first 100 characters, which are 100 to 200 UTF-16 units where the text has as many. */
  readonly beginning: string;
}
