import type { SiteId } from '@redline/client';
import { sites } from '@redline/contracts/sites';
import type { TextCheck } from '../marks/findings.ts';
import type { CheckBody } from '../samples/samples.ts';

export type OptionName =
  | 'platform'
  | 'vertical'
  | 'industryVertical'
  | 'productVertical'
  | 'sceneMode'
  | 'explainLocale';

/** A choice that the contract of a site has, the usual value first. */
export interface Option {
  readonly name: OptionName;
  readonly values: readonly string[];
}

/** Bounds of a text, in UTF-16 units as the contract counts. */
export const textBounds = { min: 10, max: 5_000 };

/**
 * Returns the choices of a site.
 * @param language of the page, in which explanations are first offered
 */
export function optionsOf(site: SiteId, language: string): readonly Option[] {
  const row = sites.find(({ id }) => id === site) ?? sites[0];
  if (row.kind === 'main')
    return [
      { name: 'platform', values: row.platforms },
      { name: 'industryVertical', values: row.industryVerticals },
      { name: 'productVertical', values: row.productVerticals },
      { name: 'sceneMode', values: row.sceneModes },
    ];
  return [
    { name: 'platform', values: row.platforms },
    { name: 'vertical', values: row.verticals },
    { name: 'explainLocale', values: inOrder(row.locales, language) },
  ];
}

/** Languages of explanations: that of the page first, else the one of the market, which its own people read. */
function inOrder(locales: readonly string[], language: string): readonly string[] {
  const first = locales.find((locale) => locale.startsWith(language)) ?? locales.at(-1);
  return [...locales].sort((one, other) => Number(other === first) - Number(one === first));
}

/**
 * Builds the body of a check.
 * @param chosen by name; what is missing, or no value of this site, is the usual one
 */
export function bodyOf(
  site: SiteId,
  language: string,
  text: string,
  chosen: Readonly<Record<string, string | boolean>>,
): CheckBody {
  const options = optionsOf(site, language).map(({ name, values }) => {
    const value = chosen[name];
    return [name, typeof value === 'string' && values.includes(value) ? value : (values[0] ?? '')];
  });
  const autoFix = site === 'main' ? { autoFix: chosen['autoFix'] === true } : {};
  return { text, ...Object.fromEntries(options), ...autoFix };
}

/** Returns what a check was submitted with, as far as its record tells. */
export function chosenIn(check: TextCheck): Readonly<Record<string, string | boolean>> {
  if ('industryVertical' in check) {
    const { platform, industryVertical, productVertical, sceneMode, autoFix } = check;
    return { platform, industryVertical, productVertical, sceneMode, autoFix };
  }
  return { platform: check.platform, vertical: check.vertical };
}

/** Texts to try a site with: each has something at risk, and something that is none. */
export const examples: Readonly<Record<SiteId, { readonly text: string; readonly options: CheckBody }>> = {
  us: {
    text: 'Fern drops, 30 ml, $12.50. Clinically proven to cure arthritis in two weeks, guaranteed. Ships from Oregon within three days.',
    options: { platform: 'dtc_us', vertical: 'supplement' },
  },
  id: {
    text: 'Serum wajah 20 ml, Rp75.000. Dijamin menghilangkan jerawat dalam 3 hari, nomor 1 di Indonesia. Dikirim dari Bandung.',
    options: { platform: 'marketplace_a_id', vertical: 'beauty' },
  },
  main: {
    text: '蕨叶面膜，一盒五片，39.9 元。全国最好的护肤品，三天根治湿疹。48 小时内发货。',
    options: { platform: 'shortvideo_a', industryVertical: 'beauty', sceneMode: 'ad' },
  },
};
