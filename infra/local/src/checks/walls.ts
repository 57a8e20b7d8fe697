import { z } from 'zod';

const reportSchema = z.object({
  modules: z.array(
    z.object({ source: z.string(), dependencies: z.array(z.object({ resolved: z.string() })) }),
  ),
  summary: z.object({
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string(), severity: z.string() }),
      }),
    ),
  }),
});

/**
 * Reads dependency-cruiser's report.
 * @param report its JSON
 * @param sources the TypeScript files that are in the workspace, relative to its root
 * @returns one line for each broken wall, and for each file that the tool passed over: it sees nothing, silently, when
 *   its TypeScript parser is missing
 */
export function wallFaults(report: string, sources: readonly string[]): readonly string[] {
  const { modules, summary } = reportSchema.parse(JSON.parse(report));
  const seen = new Set(modules.map((module) => module.source));
  const unseen = sources.filter((path) => !seen.has(path));
  const edges = modules.flatMap((module) =>
    module.dependencies.map(({ resolved }) => [module.source, resolved]),
  );
  const crossing = edges.filter(([from, to]) => /^apps\//.test(from ?? '') && /^packages\//.test(to ?? ''));
  return [
    ...summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`),
    ...unseen.map((path) => `${path} was not looked at`),
    ...(crossing.length > 0 ? [] : ['no import from apps to packages was seen, so no wall was tested']),
  ];
}
