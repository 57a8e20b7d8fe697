import type { ProductVertical, SceneMode, Site } from '@redline/contracts';

/** Where content is published, as rules ask for it. */
export interface Place {
  readonly platform: string;
  readonly vertical: string;
  /** Null but on the main site, as is the scene. */
  readonly productVertical: ProductVertical | null;
  readonly sceneMode: SceneMode | null;
}

/** Images and videos without a category are judged by the rules of none in particular. */
const anyVertical = 'general';

/**
 * Where an image is published: it names no platform, and the category that is declared changes nothing (documents 1 and
 * 2, image check record).
 */
export function placeOfImage(site: Site, productVertical: ProductVertical | null): Place {
  return placeOfVideo({ productVertical, platform: usualPlatform(site, productVertical), vertical: null });
}

/** Where a video is published. Material of the advertising line is published as an advertisement. */
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
