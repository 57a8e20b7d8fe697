import { type anyMainTextCheckItem, type anyMainTextCheckRecord, mainSite } from '@redline/contracts';
import { tierLevelOf } from '@redline/rule-engine/evaluate';
import type { z } from 'zod';
import { renderByTier } from '../domain/render/render-by-tier.ts';
import type { ListedCheck } from '../store/list-checks.ts';
import type { FixStatus } from '../store/tables.ts';
import { asideOf, entryOf, evaluationOf, type WordedCheck } from './shown-check.ts';

const object = mainSite.objects.textCheck;
const nothingFound = { strict: 0, soft: 0, custom: 0, semantic: 0 } as const;
const noVerdict = {
  ...{ riskLevel: null, summary: nothingFound, risks: [], customRisks: [] },
  ...{ semanticLabels: [], considered: [] },
};

/** A stored check as the main site shows it. */
export function mainRecordOf(check: WordedCheck): z.input<typeof anyMainTextCheckRecord> {
  const { product_vertical: productVertical, scene_mode: sceneMode } = check;
  if (!productVertical || !sceneMode) throw new Error(`the check ${check.id} has no product line`);
  return {
    ...{ id: check.id, object, status: check.status, platform: check.platform },
    ...{ industryVertical: check.vertical, productVertical, sceneMode, text: check.text },
    ...verdictOf(check),
    autoFix: check.auto_fix,
    fixStatus: runningOf(check.fix_status),
    fixes: [...(check.fixes ?? [])],
    createdAt: check.created_at.toISOString(),
    updatedAt: check.updated_at.toISOString(),
  };
}

/** A stored check as a list of the main site shows it. */
export function mainItemOf(check: ListedCheck): z.input<typeof anyMainTextCheckItem> {
  return {
    ...entryOf(check),
    object,
    status: check.status,
    industryVertical: check.vertical,
    riskLevel: check.risk_level === null ? null : tierLevelOf(check.risk_level),
    fixStatus: runningOf(check.fix_status),
  };
}

function verdictOf(check: WordedCheck) {
  const evaluation = evaluationOf(check);
  if (!evaluation) return noVerdict;
  return { ...renderByTier(evaluation, check.explain_locale), ...asideOf(check) };
}

/** The main site shows a rewrite while it runs; what came of it is among the fixes. */
const runningOf = (status: FixStatus | null): 'processing' | null =>
  status === 'processing' ? status : null;
