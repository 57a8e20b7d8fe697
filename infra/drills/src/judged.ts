import { type Customer, type FaultStack, judge, observe, type Submission, type Tables } from '@redline/fault';
import { type DrillContext, DrillError } from './drill.ts';

export interface JudgeOptions {
  readonly stack: FaultStack;
  readonly tables: Tables;
  readonly customers: readonly Customer[];
  readonly submissions: readonly Submission[];
  /** How many things break an invariant knowingly, by its name. */
  readonly except?: Readonly<Record<string, number>>;
  /** Ids of records that some client was told of though `submissions` do not say so. */
  readonly knownIds?: ReadonlySet<string>;
}

const namedMax = 5;
const belongs = 'a record belongs to a submission';

/**
 * Checks the invariants of the fault runs and prints each.
 * @throws DrillError if one is broken
 */
export async function judged(
  { say }: Pick<DrillContext, 'say'>,
  { stack, tables, customers, submissions, except = {}, knownIds = new Set() }: JudgeOptions,
): Promise<void> {
  const { apiUrl, bus } = stack;
  const verdicts = judge(await observe({ apiUrl, bus, tables, customers, submissions }));
  const broken: string[] = [];
  for (const { name, checked, violations: all } of verdicts) {
    // Of a record that its client has deleted only the id is left to know it by.
    const violations = all.filter(
      (sentence) => !(name === belongs && knownIds.has(sentence.split(':')[0] ?? '')),
    );
    say(`  ${name}: ${checked}, ${violations.length === 0 ? 'holds' : `${violations.length} do not`}`);
    for (const violation of violations.slice(0, namedMax)) say(`    ${violation}`);
    if (violations.length > (except[name] ?? 0)) broken.push(name);
  }
  if (broken.length > 0) throw new DrillError(`does not hold: ${broken.join('; ')}`);
}
