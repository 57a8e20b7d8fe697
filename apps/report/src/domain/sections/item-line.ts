import type { Item } from '../findings/items.ts';
import { severityNames } from '../findings/names.ts';
import { phrase, spansText } from '../wording.ts';

/** `口播1［STRICT·硬性违规·高］00:03–00:06：“…”（…）` */
export function itemHead({ label, tier, tierLabel, severity, spans, subject }: Item): string {
  const marks = [
    ...(tier === null ? ['未单列层级'] : [tier]),
    ...(tierLabel ? [phrase(tierLabel, 20)] : []),
    ...(severity === null ? [] : [severityNames[severity]]),
  ];
  return `${label}［${marks.join('·')}］${spansText(spans)}：${subject}`;
}

/** Limit of characters of the lines of items in one section; the rest is for the sentences around them. */
export const itemsLengthMax = 8_000;

export const restText = (count: number): string => `另有 ${count} 项未逐条列出，请查阅检测记录。`;
