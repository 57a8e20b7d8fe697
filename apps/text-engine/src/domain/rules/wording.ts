import type { Wording } from '../evaluation.ts';
import type { CompiledPack, Exemption, Localized, Rule } from './pack.ts';

/** What of a pack its rules speak by. */
type Sayings = Pick<CompiledPack, 'citations' | 'language' | 'meta'>;

/** What each rule says, by its id. */
export function wordingsOf(rules: readonly Rule[], sayings: Sayings): ReadonlyMap<string, Wording> {
  return new Map(rules.map((rule) => [rule.id, wordingOf(rule, sayings)]));
}

function wordingOf(rule: Rule, sayings: Sayings): Wording {
  const { category, suggestion, tierReason, finder } = rule;
  const insert = finder.kind === 'missing' ? finder.insert : null;
  return { category, suggestion, legalRef: legalRefOf(sayings, rule), tierReason, insert };
}

/** `21 U.S.C. 343(r)(6); …`, identical in every locale but for the gloss appended in the pack's gloss locale. */
function legalRefOf({ citations, language, meta }: Sayings, rule: Rule): Localized {
  const { citation } = language;
  const cited = rule.citations.flatMap((id) => citations.get(id) ?? []);
  const references = cited
    .map(({ name, article, link }) => (link === null ? article : `${name}${citation.article}${article}`))
    .join(citation.reference);
  return Object.fromEntries(
    meta.locales.map((locale) => {
      const glosses = locale === meta.glossLocale ? cited.flatMap(({ gloss }) => gloss[locale] ?? []) : [];
      return [locale, glosses.length > 0 ? `${references}（${glosses.join('；')}）` : references];
    }),
  );
}

/** Why hits are let pass, by what took them back: a turn of speech, or an exemption by its id. */
export function reasonsOf(
  exemptions: ReadonlyMap<string, Exemption>,
  { reasons, locales }: CompiledPack['meta'],
): ReadonlyMap<string, Localized> {
  const { exemption: lawful, ...turns } = reasons;
  const exempted = [...exemptions.values()].map(({ id, reason }): [string, Localized] => [
    id,
    Object.fromEntries(
      locales.map((locale) => [
        locale,
        (lawful[locale] ?? '').replace('{exemption}', () => reason[locale] ?? ''),
      ]),
    ),
  ]);
  return new Map([...Object.entries(turns), ...exempted]);
}
