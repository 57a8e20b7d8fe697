import { type Engine, engineOf, evaluate, type Finding } from '@redline/rule-engine/evaluate';
import { loadCompiledPack, openReaderRuntime } from '@redline/rule-engine/load';
import type { CompiledPack, Localized, Selection } from '@redline/rule-engine/pack';
import type { FindRisks } from '../domain/check-copy.ts';
import type { CopyPlace } from '../domain/result.ts';
import type { Law, Risk } from '../domain/risk.ts';
import { cacheFolder, compileApart, packFolderOf } from './pack-cache.ts';

/** The engine of one site in this process. */
export interface OpenEngine {
  readonly engine: Engine;
  /** Names the rules that judged: id, version, content hash; and what read beside them. */
  readonly version: string;
  readonly findRisks: (place: CopyPlace) => FindRisks;
}

/**
 * Opens the engine of a site: its pack, compiled at the first time, and the reader by the runtime of this machine.
 * @throws PackError for a pack with faults
 * @throws NoReaderError where no runtime reads
 */
export async function openEngine(site: string): Promise<OpenEngine> {
  compileApart(site);
  const reader = await openReaderRuntime();
  const engine = engineOf(loadCompiledPack(packFolderOf(site), cacheFolder()));
  const { meta, contentHash } = engine.pack;
  return {
    engine,
    version: `${meta.id} ${meta.version} (${contentHash.slice(0, 12)}), reader ${reader}`,
    findRisks(place) {
      const selection = selectionOf(place);
      return (text) =>
        evaluate(text, engine, selection).findings.map((finding) =>
          riskOf(finding, engine.pack, place.locale),
        );
    },
  };
}

/** Returns a place by the dimensions of its site's pack. Without a platform the rules of all of them apply. */
export function selectionOf({ platform, vertical, productVertical, sceneMode }: CopyPlace): Selection {
  const where = platform === null ? {} : { platform };
  if (productVertical === null || sceneMode === null) return { ...where, vertical };
  return { ...where, industryVertical: vertical, productVertical, sceneMode };
}

function riskOf(finding: Finding, pack: CompiledPack, locale: string): Risk {
  const wording = pack.wordings.get(finding.wordingId);
  if (!wording) throw new Error(`the pack has no wording ${finding.wordingId}`);
  return {
    ruleId: finding.ruleId,
    alsoFoundBy: finding.alsoFoundBy,
    kind: finding.kind,
    severity: finding.severity,
    tier: finding.tier,
    tierLabel: finding.tierLabel && inLocale(finding.tierLabel, locale),
    source: finding.source,
    start: finding.start,
    end: finding.end,
    category: inLocale(wording.category, locale),
    suggestion: inLocale(wording.suggestion, locale),
    legalRef: inLocale(wording.legalRef, locale),
    laws: lawsOf(citationsOf(finding, pack), pack),
  };
}

/** Returns a text in a locale; empty in one that it does not have. */
export const inLocale = (texts: Localized, locale: string): string => texts[locale] ?? '';

/** The citations of a finding: those of its rule, or of the policy row that says what the law is for what is sold. */
function citationsOf({ ruleId, wordingId }: Finding, { rules, policy }: CompiledPack): readonly string[] {
  const rule = rules.find(({ id }) => id === ruleId);
  const [rowId] = [...(rule?.wordingIdByRow ?? [])].find(([, id]) => id === wordingId) ?? [];
  const row = policy.find(({ id }) => id === rowId)?.rule;
  return (row ?? rule)?.citations ?? [];
}

/** Returns the articles with these ids. */
export const lawsOf = (
  ids: readonly string[],
  { citations }: Pick<CompiledPack, 'citations'>,
): readonly Law[] =>
  ids.flatMap((id) => {
    const citation = citations.get(id);
    return citation ? [{ name: citation.name, article: citation.article, link: citation.link }] : [];
  });
