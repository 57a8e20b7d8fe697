import type { Engine } from '@redline/rule-engine/evaluate';
import { readClaimTypes } from '@redline/training/claim-types';
import { claimTypesFile } from '../site-folders.ts';
import type { CaseNames } from './check-cases.ts';

/** The severity, and the tier of a pack with tiers, that findings of a topic usually have. */
export interface UsualLevel {
  readonly severity: 'low' | 'medium' | 'high';
  readonly tier: 'STRICT' | 'SOFT' | null;
}

/** Returns the names that the cases of a site may use. */
export function caseNamesOf(site: string, { pack }: Pick<Engine, 'pack'>): CaseNames {
  return {
    site,
    topics: new Set(pack.rules.map(({ topic }) => topic)),
    dimensions: new Map(
      Object.entries(pack.meta.dimensions).flatMap(([name, { values, unsaid }]) =>
        unsaid === undefined ? [[name, values] as const] : [],
      ),
    ),
    claims: readClaimTypes(claimTypesFile),
  };
}

/** Returns the level that most violation rules of each topic have. */
export function usualLevels({ pack }: Pick<Engine, 'pack'>): Map<string, UsualLevel> {
  const rules = pack.rules.filter(({ risk }) => risk === 'violation');
  return new Map(
    [...Map.groupBy(rules, ({ topic }) => topic)].map(([topic, ofTopic]) => {
      const byLevel = [...Map.groupBy(ofTopic, ({ severity, tier }) => `${severity} ${tier}`).values()];
      const [most] = byLevel.sort((a, b) => b.length - a.length);
      return [topic, { severity: most?.[0]?.severity ?? 'medium', tier: most?.[0]?.tier ?? null }];
    }),
  );
}
