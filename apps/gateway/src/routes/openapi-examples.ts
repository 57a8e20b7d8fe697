import type { InternationalSite, internationalContract } from '@redline/contracts';

type RouteName = keyof ReturnType<typeof internationalContract>;

/** Bodies that the contract accepts, by the name of their route. */
const examples: { readonly [K in RouteName]?: (site: InternationalSite) => unknown } = {
  createTextCheck: ({ platforms, verticals, locales }) => ({
    text: 'Our drops cure arthritis in 3 days, guaranteed. FDA approved!',
    platform: platforms[0],
    vertical: verticals.at(-1),
    explainLocale: locales.at(-1),
  }),
  createCustomRule: () => ({
    keyword: 'miracle cure',
    matchType: 'phrase',
    replacement: 'remedy',
    note: 'House style, page 7',
  }),
  updateCustomRule: () => ({ replacement: 'treatment', enabled: true }),
  importCustomRules: () => ({
    items: [
      { keyword: 'all-natural', replacement: 'plant-based' },
      { keyword: 'OtherBrand', note: 'Never name them' },
    ],
  }),
  updateCustomRuleSettings: () => ({ enabled: true }),
};

/** An example for a route of a site; undefined for one without a body. */
export function exampleOf(routeName: string, site: InternationalSite): unknown {
  return Object.entries(examples).find(([name]) => name === routeName)?.[1](site);
}
