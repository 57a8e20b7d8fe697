import { z } from 'zod';
import { type PackFault, type PackSource, read } from './read-source.ts';
import { id } from './schema.ts';

/** `removed-rules.yaml`: rules that were removed, and what finds the same since. */
const removedRuleFileSchema = z
  .object({
    removed: z
      .array(
        z
          .object({
            id,
            on: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
            /** Ids of policy rows and rules, the most frequent first. */
            now: z.array(id).min(1),
          })
          .strict(),
      )
      .min(1),
  })
  .strict();

/**
 * Checks the list of removed rules: stored records name them, so none is used again, and what finds the same since is
 * there.
 * @param ids of the rules and policy rows of the pack
 */
export function checkRemovedRules(
  source: PackSource | null,
  ids: ReadonlySet<string>,
  faults: PackFault[],
): void {
  const removed = (source && read(source, removedRuleFileSchema, faults)?.removed) ?? [];
  const fault = (at: number, field: string, reason: string): void => {
    if (source) faults.push({ file: source.file, line: source.lineOf(['removed', at, field]), reason });
  };
  const seen = new Set<string>();
  for (const [at, rule] of removed.entries()) {
    if (ids.has(rule.id))
      fault(at, 'id', `"${rule.id}" was removed on ${rule.on}; its id may not be used again`);
    if (seen.has(rule.id)) fault(at, 'id', `"${rule.id}" is listed twice`);
    seen.add(rule.id);
    for (const now of rule.now) if (!ids.has(now)) fault(at, 'now', `there is no rule "${now}"`);
  }
}
