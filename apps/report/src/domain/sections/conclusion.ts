import type { Findings } from '../findings/findings.ts';
import { allItems, type Item, type Items } from '../findings/items.ts';
import { verdictNames } from '../findings/names.ts';
import { phrase, spansText } from '../wording.ts';
import { missingAll } from './coverage.ts';
import { driftText } from './drift.ts';

const meanings = {
  REJECT: '存在违反法律或平台硬性规则、且等级为高或中的内容，修改完成前不应发布。',
  REVIEW: '存在违反法律或平台硬性规则、但等级均为低的内容，应修改或经人工确认后再发布。',
  PASS: '在已执行的检测项目中，未发现计入判定的问题。',
} as const;

const tierMeanings = {
  STRICT: '指违反法律或平台硬性规则，计入判定',
  SOFT: '指可以发布但会影响内容分发，不计入判定',
} as const;

/** Writes 【总体结论】: the verdict, its reasons, and what it does not cover. */
export function conclusion(findings: Findings, items: Items): readonly string[] {
  const { riskLevel } = findings;
  return [
    `判定结果：${verdictNames[riskLevel]}（${riskLevel}）。${meanings[riskLevel]}`,
    countsText(findings, items),
    ...firstText(items),
    ...tiersText(items),
    ...driftText(findings, items),
    ...limitsText(findings),
  ];
}

function countsText({ summary }: Findings, items: Items): string {
  const { visual, audio, spoken, custom } = items;
  const parts = [
    ...(visual.length > 0 ? [`画面 ${visual.length} 项`] : []),
    ...(audio.length > 0 ? [`声音 ${audio.length} 项`] : []),
    ...(spoken.length > 0 ? [`口播 ${spoken.length} 项`] : []),
  ];
  const counted = `检测记录计 STRICT ${summary.strict} 处、SOFT ${summary.soft} 处`;
  const merged = parts.length > 0 ? `，相同内容归并后为：${parts.join('、')}。` : '。';
  const own =
    custom.length > 0 || summary.custom > 0
      ? `自定义词命中 ${summary.custom} 处，单独列示，不计入判定。`
      : '';
  return `${counted}${merged}${own}`;
}

const firstMax = 5;

/** Names the findings to fix first. */
function firstText(items: Items): readonly string[] {
  const strict = allItems(items).filter(({ tier }) => tier === 'STRICT');
  if (strict.length === 0) return [];
  const named = strict.slice(0, firstMax).map(({ label, subject, spans }) => {
    return `${label} ${subject}（${spansText(spans)}）`;
  });
  const more = strict.length > firstMax ? `等共 ${strict.length} 项` : '';
  return [`须优先处理：${named.join('；')}${more}。`];
}

/** Explains the tiers that the report names. */
function tiersText(items: Items): readonly string[] {
  const explained = (['STRICT', 'SOFT'] as const).flatMap((tier) => {
    const labels = labelsOf(allItems(items).filter((item) => item.tier === tier));
    return labels === null ? [] : [`${tier}${labels}${tierMeanings[tier]}`];
  });
  return explained.length === 0 ? [] : [`层级说明：${explained.join('；')}。`];
}

function labelsOf(items: readonly Item[]): string | null {
  if (items.length === 0) return null;
  const labels = [...new Set(items.flatMap(({ tierLabel }) => (tierLabel ? [phrase(tierLabel, 20)] : [])))];
  return labels.length === 0 ? '' : `（${labels.slice(0, 3).join('、')}）`;
}

function limitsText(findings: Findings): readonly string[] {
  const missing = missingAll(findings);
  if (missing.length === 0) return [];
  const later =
    findings.transcriptStatus === 'processing' ? '口播转写完成后判定可能变化，届时请重新生成报告。' : '';
  return [`检测范围限制：以下项目未完整执行，本结论对未检测的部分不作评价：${missing.join('、')}。${later}`];
}
