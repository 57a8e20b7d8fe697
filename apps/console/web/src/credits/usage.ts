import type { StatementEntry } from '../api/credits.ts';

/** What credits are spent on, as the plot tells it. */
export const usageKinds = ['text_check', 'rewrite', 'image_check', 'video_second', 'video_report'] as const;
export type UsageKind = (typeof usageKinds)[number];

/** What was spent on one day of the reader's calendar. */
export interface UsageDay {
  /** Its beginning. */
  readonly date: Date;
  readonly spent: Readonly<Record<UsageKind, number>>;
  readonly total: number;
}

const isKind = (item: string | null): item is UsageKind => usageKinds.some((kind) => kind === item);
const none = (): Record<UsageKind, number> => ({
  text_check: 0,
  rewrite: 0,
  image_check: 0,
  video_second: 0,
  video_report: 0,
});

/** Returns the beginning of the day that is so many days before another. */
export const dayBefore = (day: Date, days: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() - days);

/**
 * Sums up what was spent on each of the last days, the oldest first. What was refunded counts on the day of the refund
 * against what was spent on it, down to nothing: it may have been charged the day before.
 * @param entries of a statement, in any order
 * @param count of days, today included
 */
export function usageOf(entries: readonly StatementEntry[], now: Date, count: number): readonly UsageDay[] {
  const days = Array.from({ length: count }, (_, index) => dayBefore(now, count - 1 - index));
  const byDay = new Map(days.map((date) => [date.getTime(), none()]));
  for (const { kind, at, amount, item } of entries) {
    const spent = byDay.get(dayBefore(new Date(at), 0).getTime());
    if (spent && isKind(item) && (kind === 'charged' || kind === 'refunded')) spent[item] -= amount;
  }
  return days.map((date) => {
    const spent = byDay.get(date.getTime()) ?? none();
    for (const kind of usageKinds) spent[kind] = Math.max(0, spent[kind]);
    return { date, spent, total: usageKinds.reduce((sum, kind) => sum + spent[kind], 0) };
  });
}

/** Returns a round number that is no less than another, for the top of a scale: 1, 2 or 5 and zeros. */
export function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}
