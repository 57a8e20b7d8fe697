import type { TextStructure } from '../document/structure.ts';
import { isHan } from '../document/tokens.ts';
import { hashString } from './hash.ts';

/** Hashes of the signs that words are disguised by, by their kinds. */
const signs = {
  pictogramWithin: hashString('pictogram', 0x64),
  signWithin: hashString('sign', 0x64),
  oddLetter: hashString('odd', 0x64),
  letterWithin: hashString('letter', 0x64),
  latinWithin: hashString('latin', 0x64),
} as const;

const pictograms = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f|\u20e3|\p{RI})+$/u;
const joints = /^[.*·_~^`'|\\/=<>+\-﹒․‧●○]{1,2}$/u;
const latin = /^[a-z]{1,2}$/i;
/** Characters that stand for others: enclosed and styled letters, parts of characters, phonetic signs. */
const odd =
  /[\u2460-\u24ff\u2776-\u2793\u2e80-\u2fdf\u3105-\u312f\u3200-\u33ff\ufe30-\ufe4f\u{1d400}-\u{1d7ff}\u{1f100}-\u{1f1ff}\p{Script=Cyrillic}\p{Script=Greek}]/u;

/**
 * Finds signs of disguise in writing without spaces, at the word they stand before: `血🐘糖`, `保.本`, `第①`, `加v信`. Such
 * writing is meant to escape machines.
 */
export function disguiseSigns({ text, tokens }: TextStructure): { word: number; hash: number }[] {
  const found: { word: number; hash: number }[] = [];
  for (let word = 0; word < tokens.length; word++) {
    const token = tokens[word];
    const before = word > 0 ? tokens[word - 1] : undefined;
    if (!token) continue;
    // Most words are characters as they are, side by side.
    const isPlain =
      token.end - token.start === 1 &&
      isHan(token.word) &&
      token.word.charCodeAt(0) === text.charCodeAt(token.start);
    if (isPlain && (!before || before.end === token.start)) continue;
    const written = text.slice(token.start, token.end);
    if (written !== token.word && odd.test(written)) found.push({ word, hash: signs.oddLetter });
    if (!before) continue;
    const isWithin = isHan(before.word) && isHan(token.word);
    if (isWithin && token.start > before.end) {
      const between = text.slice(before.end, token.start);
      if (pictograms.test(between)) found.push({ word, hash: signs.pictogramWithin });
      else if (joints.test(between)) found.push({ word, hash: signs.signWithin });
    }
    const after = tokens[word + 1];
    if (after && latin.test(written) && isHan(before.word) && isHan(after.word)) {
      if (before.end === token.start && token.end === after.start)
        found.push({ word, hash: written.length === 1 ? signs.letterWithin : signs.latinWithin });
    }
  }
  return found;
}
