import type { Selection } from '../compare/inputs/input.ts';

/** Real text says not where it would be published: a shop of one's own, or the nearest to it, and no trade. */
const places: Readonly<Record<string, Selection>> = {
  us: { platform: 'dtc_us', vertical: 'general', medium: 'text' },
  id: { platform: 'marketplace_b', vertical: 'general', medium: 'text' },
  main: {
    platform: 'lifestyle_community',
    industryVertical: 'general',
    productVertical: 'creator',
    sceneMode: 'ad',
    medium: 'text',
  },
};

/** Returns where gathered text is judged. Throws a RangeError for a site that has no such place. */
export function placeOfRealText(site: string): Selection {
  const place = places[site];
  if (!place) throw new RangeError(`nothing says where real text of ${site} would be published`);
  return place;
}
