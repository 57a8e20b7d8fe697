import type { Findings } from '../findings/findings.ts';
import type { Items, VisualItem } from '../findings/items.ts';
import { clock, fitted } from '../wording.ts';
import { isPictureChecked, missingVisual } from './coverage.ts';
import { itemHead, itemsLengthMax, restText } from './item-line.ts';

/** Writes 【画面风险】: findings on frames, and what was not checked. */
export function picture(findings: Findings, { visual }: Items): readonly string[] {
  const missing = missingVisual(findings);
  const limits =
    missing.length > 0 ? [`未完整执行的画面检测项目：${missing.join('、')}，相应内容不能视为无风险。`] : [];
  if (visual.length > 0) {
    const opening = `画面中发现 ${visual.length} 项风险，先重后轻、按出现时间列出：`;
    return [opening, ...fitted(visual.map(lineOf), itemsLengthMax, restText), ...limits];
  }
  const nothing = isPictureChecked(findings)
    ? '在已执行的画面检测项目中，未发现画面风险。'
    : '没有画面检测项目得到执行，本节不作结论。';
  return [nothing, ...limits];
}

function lineOf(item: VisualItem): string {
  const frames = item.frames > 1 ? `（共 ${item.frames} 帧画面）` : '';
  const reason =
    item.tier === null
      ? '与同一画面中更重的问题一并出现，记录未单独给出判定理由。'
      : item.reason === null
        ? ''
        : `判定理由：${item.reason}。`;
  return `${itemHead(item)}${frames}。${placeText(item.place)}${reason}`;
}

const boxesListedMax = 3;

/** `位置（00:03 的画面，单位像素）：左 120、上 60、宽 300、高 48。` */
function placeText(place: VisualItem['place']): string {
  if (place === null) return '';
  const listed = place.boxes
    .slice(0, boxesListedMax)
    .map(({ x, y, width, height }) => `左 ${x}、上 ${y}、宽 ${width}、高 ${height}`);
  const rest = place.boxes.length > boxesListedMax ? `，等 ${place.boxes.length} 处` : '';
  return `位置（${clock(place.timeSeconds)} 的画面，单位像素）：${listed.join('；')}${rest}。`;
}
