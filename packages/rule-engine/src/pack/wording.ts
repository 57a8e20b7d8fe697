import { createHash } from 'node:crypto';
import type { PackMeta } from './meta-schema.ts';
import type { CompiledPack, Exemption, Localized, PolicyRow, Rule, Wording } from './pack.ts';

/** The parts of a pack that wordings are made of. */
export type WordingSources = Pick<CompiledPack, 'citations' | 'language' | 'meta'>;

/** A rule before its texts have an id. */
export type UnwordedRule = Omit<Rule, 'wordingId' | 'wordingIdByRow'>;

/** What a rule takes from its topic: a row for what is sold says it better. */
export interface SharedTexts {
  readonly category: boolean;
  readonly suggestion: boolean;
  readonly citations: boolean;
}

/** Rules and rows to give wordings to. */
export interface Unworded {
  readonly rules: readonly UnwordedRule[];
  /** The rules of the rows that name goods and no other claim beside. */
  readonly rows: readonly UnwordedRule[];
  /** By rule id; rules that are left out take nothing from their topic. */
  readonly shared: ReadonlyMap<string, SharedTexts>;
}

/**
 * Gives each rule the id of its wording, and those with which it is shown where a policy row of its topic says what the law
 * is for what is sold. Returns the wordings by their ids.
 */
export function wordRules(
  { rules, rows, shared }: Unworded,
  sources: WordingSources,
): { readonly rules: readonly Rule[]; readonly wordings: ReadonlyMap<string, Wording> } {
  const wordings = new Map<string, Wording>();
  const word = (rule: UnwordedRule): string => {
    const wording = wordingOf(rule, sources);
    const wordingId = wordingIdOf(wording);
    wordings.set(wordingId, wording);
    return wordingId;
  };
  const rowsOf = Map.groupBy(rows, ({ topic }) => topic);
  const worded = rules.map((rule): Rule => {
    const taken = shared.get(rule.id);
    const better = taken?.citations ? (rowsOf.get(rule.topic) ?? []) : [];
    const byRow = better.map((row): [string, string] => [row.id, word(inWordsOf(row, rule, taken))]);
    return { ...rule, wordingId: word(rule), wordingIdByRow: new Map(byRow) };
  });
  return { rules: worded, wordings };
}

/** Returns a rule with the law of a row, and with its texts where the rule has none of its own. */
const inWordsOf = (row: UnwordedRule, rule: UnwordedRule, taken: SharedTexts | undefined): UnwordedRule => ({
  ...rule,
  citations: row.citations,
  category: taken?.category ? row.category : rule.category,
  suggestion: taken?.suggestion ? row.suggestion : rule.suggestion,
});

/**
 * Derives the id of texts from their content: the first 22 characters of a base64url SHA-256. Records refer to it for
 * ever, so neither the order of the parts nor their JSON may change.
 */
export function wordingIdOf(texts: Wording | Localized): string {
  const parts = isWording(texts)
    ? [texts.category, texts.suggestion, texts.legalRef, texts.tierReason, texts.insert]
    : texts;
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

const isWording = (texts: Wording | Localized): texts is Wording => 'legalRef' in texts;

function wordingOf(rule: UnwordedRule, sources: WordingSources): Wording {
  const { category, tierReason, finder } = rule;
  const insert = finder.kind === 'missing' ? finder.insert : null;
  const suggestion = insert ? withStatement(rule.suggestion, insert, sources.meta) : rule.suggestion;
  return { category, suggestion, legalRef: legalRefOf(sources, rule.citations), tierReason, insert };
}

/** Appends a missing statement to the suggestion, in the language of the copy. */
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

/** Tells whether it quotes the statement already, in whatever case and with whatever mark at its end. */
const holds = (said: string, statement: string): boolean =>
  said.toLowerCase().includes(statement.toLowerCase().replace(/[.。]$/, ''));

/** `21 U.S.C. 343(r)(6); …`, identical in every locale but for the gloss appended in the pack's gloss locale. */
export function legalRefOf({ citations, language, meta }: WordingSources, ids: readonly string[]): Localized {
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

/** Why hits are let pass, by what took them back: a turn of speech, or an exemption or a lawful policy row by its id. */
export function reasonsOf(
  exemptions: ReadonlyMap<string, readonly Exemption[]>,
  policy: readonly PolicyRow[],
  { reasons, locales }: CompiledPack['meta'],
): ReadonlyMap<string, Localized> {
  const { exemption: lawful, policy: allowed, ...turns } = reasons;
  const rows = policy.flatMap(({ id, outcome }): [string, Localized][] =>
    outcome === 'lawful' ? [[id, allowed]] : [],
  );
  const exempted = [...exemptions.values()]
    .flatMap((ways) => ways.slice(0, 1))
    .map(({ id, reason }): [string, Localized] => [
      id,
      Object.fromEntries(
        locales.map((locale) => [
          locale,
          (lawful[locale] ?? '').replace('{exemption}', () => reason[locale] ?? ''),
        ]),
      ),
    ]);
  return new Map([...Object.entries(turns), ...exempted, ...rows]);
}
