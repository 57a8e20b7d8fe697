import type { Selection } from './dimensions.ts';

/** What words are: a text as it was written, read off a picture, or heard. Rules narrow it by `mediums`. */
export type Medium = 'text' | 'picture' | 'voiceover';

/** The name of the dimension that says it. */
export const mediumDimension = 'medium';

/** What words are where nothing else is said: a text. */
export const mediumOf = (selection: Selection): Medium =>
  (selection[mediumDimension] as Medium | undefined) ?? 'text';
