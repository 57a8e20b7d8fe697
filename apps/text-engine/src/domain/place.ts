import type { ProductVertical, SceneMode } from '@redline/contracts';
import type { CustomMatcher } from './custom-words.ts';
import type { CustomFinding } from './evaluation.ts';
import type { Selection } from './rules/dimensions.ts';

/** Where a text is published. Product line and scene are the main site's, and null on the others. */
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

/** What looks for a scope's words in a text of a place: the general ones and those of its product line. */
export function wordsIn(
  matcher: CustomMatcher,
  { productVertical }: Pick<Place, 'productVertical'>,
): (text: string) => CustomFinding[] {
  return (text) => matcher(text, productVertical ?? undefined);
}
