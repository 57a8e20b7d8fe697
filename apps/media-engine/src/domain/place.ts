import type { ProductVertical, SceneMode, Site } from '@redline/contracts';

/** Where content is published, in the dimensions of the rules. */
export interface Place {
  readonly platform: string;
  readonly vertical: string;
  /** Null except on the main site, as is the scene. */
  readonly productVertical: ProductVertical | null;
  readonly sceneMode: SceneMode | null;
}

/** The category of images and videos that declare none: only rules for all categories apply. */
const anyVertical = 'general';

/**
 * Returns where an image is published: it names no platform, and its declared category changes nothing (documents 1 and
 * 2, image check record).
 */
export function placeOfImage(site: Site, productVertical: ProductVertical | null): Place {
  return placeOfVideo({ productVertical, platform: usualPlatform(site, productVertical), vertical: null });
}

/** Returns where a video is published. Material of the advertising line is published as an advertisement. */
export function placeOfVideo({
  productVertical,
  platform,
  vertical,
}: {
  readonly productVertical: ProductVertical | null;
  readonly platform: string;
  readonly vertical: string | null;
}): Place {
  const sceneMode = productVertical === null ? null : productVertical === 'touliu' ? 'ad' : 'content';
  return { platform, vertical: vertical ?? anyVertical, productVertical, sceneMode };
}

function usualPlatform(site: Site, productVertical: ProductVertical | null): string {
  if (site.kind === 'international') return site.defaultVideoPlatform;
  return site.defaultVideoPlatforms[productVertical ?? ''] ?? site.platforms[0];
}
