import type { CompiledPack, Exemption, Localized, Rule, Wording } from './pack.ts';
import type { PackMeta } from './schema.ts';

/** What of a pack its rules speak by. */
export type Sayings = Pick<CompiledPack, 'citations' | 'language' | 'meta'>;

/** What each rule says, by its id. */
export function wordingsOf(rules: readonly Rule[], sayings: Sayings): ReadonlyMap<string, Wording> {
  return new Map(rules.map((rule) => [rule.id, wordingOf(rule, sayings)]));
}

function wordingOf(rule: Rule, sayings: Sayings): Wording {
  const { category, tierReason, finder } = rule;
  const insert = finder.kind === 'missing' ? finder.insert : null;
  const suggestion = insert ? withStatement(rule.suggestion, insert, sayings.meta) : rule.suggestion;
  return { category, suggestion, legalRef: legalRefOf(sayings, rule.citations), tierReason, insert };
}

/** What to do about a missing statement ends with the statement, in the language of the copy. */
function withStatement(suggestion: Localized, insert: Localized, { language }: PackMeta): Localized {
  const [, statement] = Object.entries(insert).find(([locale]) => locale.startsWith(`${language}-`)) ?? [];
  if (statement === undefined) return suggestion;
  return Object.fromEntries(
    Object.entries(suggestion).map(([locale, said]) => [
      locale,
      holds(said, statement) ? said : `${said}${/[a-z]\W*$/i.test(said) ? ' ' : ''}“${statement}”`,
    ]),
  );
}

/** Whether it quotes the statement already, in whatever case and with whatever mark at its end. */
const holds = (said: string, statement: string): boolean =>
  said.toLowerCase().includes(statement.toLowerCase().replace(/[.。]$/, ''));

/** `21 U.S.C. 343(r)(6); …`, identical in every locale but for the gloss appended in the pack's gloss locale. */
export function legalRefOf({ citations, language, meta }: Sayings, ids: readonly string[]): Localized {
  const { citation } = language;
  const cited = ids.flatMap((id) => citations.get(id) ?? []);
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
