const wide = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\u3000-\u303f\uff00-\uffef';
const spaceBesideWide = new RegExp(`(?<=[${wide}]) +| +(?=[${wide}])`, 'gu');

/** Removes the spaces that recognizers put between characters of scripts that have none. */
export const spacesRemoved = (text: string): string => text.replace(spaceBesideWide, '');
