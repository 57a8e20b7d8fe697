import { faultOfValues } from './dimensions.ts';
import type { PackMeta } from './meta-schema.ts';
import type { Localized } from './pack.ts';
import type { RawLawfulRow, RawRule } from './policy-schema.ts';

type Places = Readonly<Record<string, readonly string[]>>;

/** Takes the fields in which a rule narrows the pack's dimensions out of the others. */
export function splitPlaces(
  written: Readonly<Record<string, unknown>>,
  meta: PackMeta,
): { places: Places; rest: Record<string, unknown> } {
  const places: Record<string, readonly string[]> = {};
  const rest = { ...written };
  for (const [name, { field }] of Object.entries(meta.dimensions)) {
    if (rest[field] === undefined) continue;
    places[name] = [rest[field]].flat().map(String);
    delete rest[field];
  }
  return { places, rest };
}

/** The ids that a rule may refer to. */
interface PackNames {
  readonly meta: PackMeta;
  readonly citationIds: ReadonlySet<string>;
  /** The rules read so far, by id. */
  readonly places: ReadonlyMap<string, unknown>;
}

/** A fault in a rule, and its place as a path into the rule. */
export interface RuleFaultAt {
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

/** Everything a rule names that is not there, and everything its pack wants of it that it lacks. */
export function faultsOfRule(
  raw: RawRule,
  places: Places,
  { meta, citationIds, places: known }: PackNames,
): RuleFaultAt[] {
  const wrong: RuleFaultAt[] = [];
  if (known.has(raw.id)) wrong.push({ path: ['id'], reason: `rule id "${raw.id}" is used twice` });
  for (const id of raw.citations) {
    if (!citationIds.has(id)) wrong.push({ path: ['citations'], reason: `unknown citation "${id}"` });
  }
  wrong.push(...faultsOfPlaces(places, meta));
  const hint = faultOfValues(raw.hintIn ?? {}, meta);
  if (hint) wrong.push({ path: ['hintIn'], reason: hint });
  return [...wrong, ...faultsOfTier(raw, meta), ...faultsOfExamples(raw, meta), ...faultsOfTexts(raw, meta)];
}

/** As `faultsOfRule`, for a policy row by which a claim may be made. */
export function faultsOfLawfulRow(
  raw: RawLawfulRow,
  places: Places,
  { meta, places: known }: PackNames,
): RuleFaultAt[] {
  const twice = known.has(raw.id) ? [{ path: ['id'], reason: `rule id "${raw.id}" is used twice` }] : [];
  return [...twice, ...faultsOfPlaces(places, meta), ...faultsOfExamples(raw, meta)];
}

function faultsOfPlaces(places: Places, meta: PackMeta): RuleFaultAt[] {
  return Object.entries(places).flatMap(([name, values]) => {
    const reason = faultOfValues({ [name]: values }, meta);
    return reason ? [{ path: [meta.dimensions[name]?.field ?? name], reason }] : [];
  });
}

function faultsOfTier({ tier, tierReason }: RawRule, { tiers }: PackMeta): RuleFaultAt[] {
  if (!tiers && tier) return [{ path: ['tier'], reason: 'this pack has no tiers' }];
  if (tiers && !tier) return [{ path: [], reason: 'a rule of this pack needs a tier' }];
  if (tiers && !tierReason) return [{ path: [], reason: 'a rule with a tier needs a tierReason' }];
  return [];
}

function faultsOfExamples(raw: Pick<RawRule, 'hit' | 'miss'>, meta: PackMeta): RuleFaultAt[] {
  return (['hit', 'miss'] as const).flatMap((list) =>
    raw[list].flatMap((example, at) => {
      if (typeof example === 'string') return [];
      const { text: _text, span: _span, unmet: _unmet, ...places } = example;
      const named = Object.fromEntries(
        Object.entries(places).map(([name, value]) => [name, [String(value)]]),
      );
      const reason = faultOfValues(named, meta);
      return reason ? [{ path: [list, at], reason }] : [];
    }),
  );
}

function faultsOfTexts(raw: RawRule, meta: PackMeta): RuleFaultAt[] {
  return [
    ...missingLocales(raw.category, 'category', meta),
    ...missingLocales(raw.suggestion, 'suggestion', meta),
    ...(raw.tierReason ? missingLocales(raw.tierReason, 'tierReason', meta) : []),
    ...(raw.kind === 'missing' ? missingLocales(raw.insert, 'insert', meta) : []),
  ];
}

/** A fault for each locale of the pack that a text lacks. */
export function missingLocales(
  texts: Localized,
  field: string,
  meta: Pick<PackMeta, 'locales'>,
): RuleFaultAt[] {
  return meta.locales
    .filter((locale) => texts[locale] === undefined)
    .map((locale) => ({ path: [field], reason: `${field} lacks ${locale}` }));
}
