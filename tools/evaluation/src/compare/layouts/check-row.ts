import type { Selection } from '../inputs/input.ts';
import type { Answers, Untyped } from './layout.ts';

/** The verdict without the content hash of its pack, which differs wherever a file of the pack does. */
export function withoutHash({ pack: { contentHash: _, ...pack }, ...rest }: Untyped): Answers {
  return { ...rest, pack };
}

/** A selection as a check names where it is published. */
export function placeOf(selection: Selection) {
  return {
    platform: selection['platform'] ?? '',
    vertical: selection['vertical'] ?? selection['industryVertical'] ?? '',
    productVertical: selection['productVertical'] ?? null,
    sceneMode: selection['sceneMode'] ?? null,
  };
}

const created = new Date('2026-01-01T00:00:00Z');

/** The columns of a completed check, but for its id, text and locale; their names are part of the stored format. */
export function checkRow(selection: Selection, judgment: Untyped) {
  const { platform, vertical, productVertical, sceneMode } = placeOf(selection);
  return {
    status: 'completed',
    platform,
    vertical,
    product_vertical: productVertical,
    scene_mode: sceneMode,
    auto_fix: false,
    fix_status: null,
    fixed_text: null,
    fixes: null,
    created_at: created,
    updated_at: created,
    risk_level: judgment.riskLevel,
    summary: judgment.summary,
    findings: judgment.findings,
    custom_findings: judgment.customFindings,
    semantic_labels: judgment.semanticLabels,
    considered: judgment.considered,
  };
}

/** A completed check as its record is rendered from, but for its id, text and locale. */
export function completedCheck(selection: Selection, evaluation: Untyped) {
  return {
    status: 'completed',
    ...placeOf(selection),
    autoFix: false,
    evaluation,
    fixStatus: null,
    fixedText: null,
    fixes: [],
    createdAt: created,
    updatedAt: created,
  };
}
