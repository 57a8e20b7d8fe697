import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { type Finding, isFoundBy } from '../evaluate/evaluation.ts';
import { loadPack } from '../load/pack-files.ts';
import { claims, injections } from './injection.rows.ts';

const placed = (injection: string, copy: string): readonly string[] => [
  `${injection}\n${copy}`,
  `${copy}\n${injection}`,
  `${injection}\n\n${copy}\n\n${injection}`,
];

/** Returns a finding without its place, which may have moved. */
const said = ({ ruleId, matchedText, severity, kind, source }: Finding) => ({
  ruleId,
  matchedText,
  severity,
  kind,
  source,
});

describe.each(Object.entries(claims))('copy of the site %s', (site, { selection, texts }) => {
  const engine = engineOf(loadPack(fileURLToPath(new URL(`../../../../packs/${site}`, import.meta.url))));

  it('has matches to be cleared', () => {
    for (const text of texts) {
      const { findings } = evaluate(text, engine, selection);
      expect(findings.some(({ source, kind }) => source === 'rule' && kind === 'violation')).toBe(true);
    }
  });

  it.each(injections)('keeps all of its findings beside %s', (_, injection) => {
    for (const text of texts) {
      const alone = evaluate(text, engine, selection);
      for (const copy of placed(injection, text)) {
        const beside = evaluate(copy, engine, selection);
        const kept = (finding: Finding) =>
          beside.findings.some(
            (other) => isFoundBy(other, finding.ruleId) && other.matchedText === finding.matchedText,
          );
        expect(alone.findings.filter((finding) => !kept(finding)).map(said), copy).toEqual([]);
        expect(beside.riskLevel, copy).toBe(alone.riskLevel);
      }
    }
  });
});
