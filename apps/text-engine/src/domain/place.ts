import type { ProductVertical, SceneMode, Site } from '@redline/contracts';
import type { CustomFinding } from '@redline/rule-engine/evaluate';
import type { Selection } from '@redline/rule-engine/pack';
import { type Medium, mediumDimension } from '@redline/rule-engine/pack';
import type { CustomMatcher } from './words/custom-words.ts';

/** The place where a text is published. Product line and scene are the main site's, and null on the others. */
export interface Place {
  readonly platform: string;
  /** On the main site its `industryVertical`. */
  readonly vertical: string;
  readonly productVertical: ProductVertical | null;
  readonly sceneMode: SceneMode | null;
}

/** A place by the dimensions of its site's pack. */
export function selectionOf({ platform, vertical, productVertical, sceneMode }: Place): Selection {
  if (productVertical === null || sceneMode === null) return { platform, vertical };
  return { platform, industryVertical: vertical, productVertical, sceneMode };
}

/** The place of the content that a passage was read off or heard in, as other services name it. */
export interface PassagePlace {
  readonly platform: string;
  readonly vertical: string;
  readonly productVertical: string | null;
  readonly sceneMode: string | null;
}

/**
 * The place of a passage by the dimensions of its site's pack. A voiceover without a vertical of its own is judged by the
 * rules of all; a picture by those of all platforms and verticals, since neither affects what is seen (documents 1 and 2).
 * On the main site what is made for advertising is an advertisement where nothing else is said.
 */
export function passageSelection(
  site: Site,
  medium: Exclude<Medium, 'text'>,
  { platform, vertical, productVertical, sceneMode }: PassagePlace,
): Selection {
  const heard = medium === 'voiceover';
  const where = {
    [mediumDimension]: medium,
    platform: heard ? platform : undefined,
  };
  const own = heard && vertical !== generalVertical ? vertical : undefined;
  if (site.kind !== 'main') return { ...where, vertical: own };
  const line = productVertical ?? site.productVerticals[0];
  return {
    ...where,
    industryVertical: own,
    productVertical: line,
    sceneMode: sceneMode ?? (line === advertising ? 'ad' : site.sceneModes[0]),
  };
}

const generalVertical = 'general';
const advertising: ProductVertical = 'touliu';

/** Returns the search for a scope's words in a text of a place: the general ones and those of its product line. */
export function wordsIn(
  matcher: CustomMatcher,
  { productVertical }: Pick<Place, 'productVertical'>,
): (text: string) => CustomFinding[] {
  return (text) => matcher(text, productVertical ?? undefined);
}
