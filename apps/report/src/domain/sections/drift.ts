import type { Findings } from '../findings/findings.ts';
import type { Items } from '../findings/items.ts';

/** Writes how the voiceover compares with its approved text; nothing without one. */
export function driftText({ driftStatus }: Findings, { spoken }: Items): readonly string[] {
  const drifting = spoken.filter(({ isDrift }) => isDrift).map(({ label }) => label);
  switch (driftStatus) {
    case null:
      return [];
    case 'completed':
      return drifting.length > 0
        ? [
            `文案比对：口播已与审定文案比对，偏离文案的段落中发现 ${drifting.length} 项风险（${listed(drifting)}）。`,
          ]
        : ['文案比对：口播已与审定文案比对，偏离文案的段落中未发现风险。'];
    case 'skipped':
      return ['文案比对：没有可供比对的口播转写，未进行文案比对。'];
    case 'failed':
      return ['文案比对：比对失败，口播是否偏离审定文案未经确认。'];
    default:
      return ['文案比对：报告生成时比对尚未完成，口播是否偏离审定文案未经确认。'];
  }
}

const listedMax = 10;

/** Labels of items; past ten the rest is counted. */
export const listed = (labels: readonly string[]): string =>
  labels.length <= listedMax
    ? labels.join('、')
    : `${labels.slice(0, listedMax).join('、')} 等 ${labels.length} 项`;
