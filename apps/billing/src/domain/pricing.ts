import type { BillItem, BillLine, ProductLineName } from '@redline/contracts';
import type { Plan } from './catalogue.ts';

/** Kinds of records that are counted by month. */
export type UsageKind = 'text_check' | 'image_check' | 'video_check' | 'batch';

/** A line with its price and the kind of usage it counts as. */
export interface PricedLine {
  readonly lineId: string;
  readonly item: BillItem;
  readonly quantity: number;
  /** Credits. */
  readonly amount: number;
  readonly usageKind: UsageKind | null;
  readonly productLine: ProductLineName | null;
  /** True if it uses one of the account's trials of the product line. */
  readonly isTrial: boolean;
}

/** Null for rewrites and reports: their check was counted already. */
const usageKindOf: Readonly<Record<BillItem, UsageKind | null>> = {
  text_check: 'text_check',
  rewrite: null,
  image_check: 'image_check',
  video_second: 'video_check',
  video_report: null,
  batch: 'batch',
};

/**
 * Prices the lines of a charge by a plan.
 * @param enabledLines product lines that need no trial
 */
export function priceLines(
  plan: Plan,
  lines: readonly BillLine[],
  enabledLines: ReadonlySet<ProductLineName>,
): PricedLine[] {
  return lines.map(({ lineId, item, quantity, productLine = null }) => ({
    lineId,
    item,
    quantity,
    amount: plan.prices[item] * quantity,
    usageKind: usageKindOf[item],
    productLine,
    isTrial: productLine !== null && !enabledLines.has(productLine),
  }));
}

/** Returns the credits of all lines together. */
export const totalOf = (lines: readonly { readonly amount: number }[]): number =>
  lines.reduce((sum, line) => sum + line.amount, 0);

/** Counts the lines of each key; lines without one are skipped. */
export function countBy<K extends string>(
  lines: readonly PricedLine[],
  keyOf: (line: PricedLine) => K | null,
): Map<K, number> {
  const counts = new Map<K, number>();
  for (const line of lines) {
    const key = keyOf(line);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
