import { type Site, type SiteId, siteIds, sites } from '@redline/contracts';
import { InputError } from './input-error.ts';
import type { CopyPlace } from './result.ts';

/** The place as it is named on the command line or in a configuration; what is left out has a default. */
export interface PlaceOptions {
  readonly site?: string | undefined;
  readonly platform?: string | undefined;
  readonly vertical?: string | undefined;
  readonly productVertical?: string | undefined;
  readonly sceneMode?: string | undefined;
  readonly locale?: string | undefined;
}

/**
 * Returns the site with an id.
 * @throws InputError for an id that no site has
 */
export function siteNamed(id: string): (typeof sites)[number] {
  const found = sites.find((site) => site.id === id);
  if (!found) throw new InputError(`there is no site "${id}"; one of: ${siteIds.join(', ')}`);
  return found;
}

/** The site where none is named. */
const defaultSite: SiteId = 'us';

/**
 * Completes a place: the site `us`, the vertical `general`, on the main site the product line and scene of the contract,
 * explanations in the language of the site's copy. A platform has no default.
 * @throws InputError for a value that the site does not have, naming those that it has
 */
export function placeOf(options: PlaceOptions): CopyPlace {
  const site = siteNamed(options.site ?? defaultSite);
  const isMain = site.kind === 'main';
  const verticals = isMain ? site.industryVerticals : site.verticals;
  if (!isMain && (options.productVertical ?? options.sceneMode) !== undefined) {
    throw new InputError('--product-vertical and --scene-mode are for the site main');
  }
  const choose = <T extends string>(
    name: string,
    value: T | undefined,
    values: readonly string[],
  ): T | undefined => {
    if (value === undefined || values.includes(value)) return value;
    throw new InputError(`${site.id} has no ${name} "${value}"; one of: ${values.join(', ')}`);
  };
  return {
    site: site.id,
    platform: choose('platform', options.platform, site.platforms) ?? null,
    vertical: choose('vertical', options.vertical, verticals) ?? generalVertical,
    productVertical: isMain
      ? (choose('product vertical', options.productVertical, site.productVerticals) ??
        site.productVerticals[0])
      : null,
    sceneMode: isMain
      ? (choose('scene mode', options.sceneMode, site.sceneModes) ?? site.sceneModes[0])
      : null,
    locale: choose('locale', options.locale, site.locales) ?? ownLocale(site),
  };
}

const generalVertical = 'general';

/** The language of the copy, where explanations are written in it: that of its voiceovers. */
const ownLocale = ({ locales, transcriptionLanguage }: Site): string =>
  locales.find((locale) => locale.startsWith(`${transcriptionLanguage}-`)) ?? locales[0];

/** Tells whether the verdicts of a site go by tiers. */
export const hasTiers = (site: string): boolean => siteNamed(site).kind === 'main';

/**
 * Returns a place for a server, whose contract requires a platform.
 * @throws InputError where none is named, with those that there are
 */
export function withPlatform(place: CopyPlace): CopyPlace {
  if (place.platform !== null) return place;
  const { id, platforms } = siteNamed(place.site);
  throw new InputError(`a server needs a platform; ${id} has: ${platforms.join(', ')}`);
}
