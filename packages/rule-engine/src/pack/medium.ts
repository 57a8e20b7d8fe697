import type { Selection } from './dimensions.ts';

/** The medium of words: a text as it was written, read off a picture, or heard. Rules narrow it by `mediums`. */
export type Medium = 'text' | 'picture' | 'voiceover';

/** The name of the medium's dimension. */
export const mediumDimension = 'medium';

/** Returns the medium of a selection; a text where it names none. */
export const mediumOf = (selection: Selection): Medium =>
  (selection[mediumDimension] as Medium | undefined) ?? 'text';
