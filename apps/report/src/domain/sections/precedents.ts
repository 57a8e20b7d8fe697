import type { Item } from '../findings/items.ts';
import { cleaned, clipped, fitted, phrase, quoted } from '../wording.ts';

/**
 * Writes the precedents of findings, a line for each finding that has some, with a line that says what they are. Nothing
 * where there are none, or no room.
 * @param lengthMax characters
 */
export function precedentLines(
  items: readonly Pick<Item, 'label' | 'precedents'>[],
  lengthMax: number,
): readonly string[] {
  const lines = items.flatMap(({ label, precedents }) =>
    precedents.length > 0 ? `${label} 参考案例：${precedents.map(caseText).join('；')}。` : [],
  );
  const room = lengthMax - opening.length - restLengthMax;
  if (lines.length === 0 || room < (lines[0]?.length ?? 0)) return [];
  return [opening, ...fitted(lines, room, (count) => `另有 ${count} 项的参考案例请查阅检测记录。`)];
}

const opening = '以下为执法机关已公开的同类案例，仅供参考，不代表本视频的认定结果：';
const restLengthMax = 40;

type Case = Item['precedents'][number];

/** `市场监管局（2022-02）：“…”，处理结果：…（https://…）` */
const caseText = ({ agency, date, claim, outcome, link }: Case): string =>
  `${phrase(agency, 40)}（${cleaned(date)}）：${quoted(claim, 160)}，处理结果：${phrase(outcome, 60)}（${clipped(cleaned(link), 500)}）`;
