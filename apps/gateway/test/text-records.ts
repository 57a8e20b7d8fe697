import type { textRequests } from '@redline/contracts';
import type { z } from 'zod';

export type Check = z.input<(typeof textRequests)['prepare']['request']>['check'];
type Found = Extract<z.input<(typeof textRequests)['get']['reply']>, { outcome: 'found' }>['record'];
type Item = z.input<(typeof textRequests)['list']['reply']>['items'][number];

interface Shown {
  readonly check: Check;
  readonly status: 'processing' | 'completed' | 'failed';
  readonly fixStatus?: 'processing' | 'failed' | undefined;
}

const at = '2026-11-21T12:00:00.000Z';
const nothing = { riskLevel: null, risks: [], customRisks: [], semanticLabels: [] };

/** A check without a verdict, as the engine shows it on its site. */
export function renderRecord(id: string, { check, status, fixStatus }: Shown): Found {
  const shared = {
    id,
    status,
    ...nothing,
    considered: [],
    fixStatus: fixStatus ?? null,
    createdAt: at,
    updatedAt: at,
  };
  if ('vertical' in check) {
    const { explainLocale: _, ...submitted } = check;
    const summary = { violation: 0, sceneHint: 0, custom: 0, semantic: 0 };
    return { ...shared, ...submitted, object: 'intl_text_check', summary, fixedText: null };
  }
  const summary = { strict: 0, soft: 0, custom: 0, semantic: 0 };
  const running = fixStatus === 'processing' ? fixStatus : null;
  return { ...shared, ...check, fixStatus: running, object: 'text_check', summary, fixes: [] };
}

/** The same in a list. */
export function renderItem(id: string, { check, status }: Shown): Item {
  const preview = check.text.slice(0, 100);
  const shared = { id, status, preview, riskLevel: null, riskCount: 0, fixStatus: null, createdAt: at };
  const { platform } = check;
  return 'vertical' in check
    ? { ...shared, platform, vertical: check.vertical, object: 'intl_text_check' }
    : { ...shared, platform, industryVertical: check.industryVertical, object: 'text_check' };
}
