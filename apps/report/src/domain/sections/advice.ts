import type { Findings } from '../findings/findings.ts';
import type { CustomItem, Item, Items, SpokenItem, VisualItem } from '../findings/items.ts';
import { fitted, quoted, spansText } from '../wording.ts';
import { missingAll } from './coverage.ts';
import { listed } from './drift.ts';
import { itemsLengthMax, restText } from './item-line.ts';

/** Writes 【修改建议】: the fix of each finding, and what to review because it was not checked. */
export function advice(findings: Findings, items: Items): readonly string[] {
  const { visual, audio, spoken, custom } = items;
  const lines = [
    ...visual.map(visualAdvice),
    ...audio.map(audioAdvice),
    ...spoken.map(spokenAdvice),
    ...custom.map(customAdvice),
  ];
  const missing = missingAll(findings);
  return [
    ...(lines.length > 0
      ? fitted(lines, itemsLengthMax, restText)
      : ['在已检测的范围内，没有需要逐项修改的内容。']),
    ...driftAdvice(spoken),
    ...(missing.length > 0
      ? [`人工复核：${missing.join('、')}未完整执行，未检测的部分不在本次结论之内，发布前请人工复核。`]
      : []),
    ...(findings.riskLevel === 'PASS' ? [] : ['全部修改完成后，请以修改后的成片重新提交检测，再行发布。']),
  ];
}

const beginning = ({ label, subject, spans }: Pick<Item, 'label' | 'subject' | 'spans'>): string =>
  `${label} ${subject}（${spansText(spans)}）：`;

const urgency = { STRICT: '发布前', SOFT: '为减少对分发的影响，建议' } as const;

function visualAdvice(item: VisualItem): string {
  if (item.suggestion !== '') return `${beginning(item)}${item.suggestion}。`;
  const action = item.isText ? '删除、遮盖或改写画面中的上述文字' : '剪除、遮盖或替换含有上述内容的画面';
  if (item.tier === null) return `${beginning(item)}与同一画面的其他问题一并处理，${action}。`;
  return `${beginning(item)}${urgency[item.tier]}${action}。`;
}

const audioAdvice = (item: Item): string =>
  `${beginning(item)}${item.tier === null ? '' : urgency[item.tier]}剪除、消音或重新录制该段声音。`;

function spokenAdvice(item: SpokenItem): string {
  const { suggestion, replacement } = item;
  const isLeftOut = replacement !== null && replacement.trim() === '';
  if (suggestion === '' && isLeftOut) return `${beginning(item)}直接删去该表述。`;
  const text = suggestion === '' ? '删除或改写该表述' : suggestion;
  if (isLeftOut) return `${beginning(item)}${text}。可直接删去该表述。`;
  return `${beginning(item)}${text}。${replacement === null ? '' : `可替换为：${quoted(replacement, 100)}。`}`;
}

function customAdvice(item: CustomItem): string {
  const { replacement, note } = item;
  const action =
    replacement && replacement.trim() !== ''
      ? `按账号词库替换为：${quoted(replacement, 100)}`
      : '账号词库仅作提示，请按词库要求确认是否保留';
  return `${beginning(item)}${action}${note ? `（备注：${note}）` : ''}。`;
}

function driftAdvice(spoken: readonly SpokenItem[]): readonly string[] {
  const drifting = spoken.filter(({ isDrift }) => isDrift).map(({ label }) => label);
  if (drifting.length === 0) return [];
  return [`${listed(drifting)}出自偏离审定文案的段落，请按审定文案重新录制，或将新文案另行送检。`];
}
