/** A chunk is about a sentence; short sentences are joined. */
const lengthMin = 24;
const lengthMax = 400;

/** Sentences with their punctuation, and lines. */
const sentence = /[^。！？；\n]*(?:[。！？；\n]+|$)/gu;

/**
 * Splits a text into chunks to be published one after another; joined they are the text. The same text is always split
 * alike, so that all publishers number the chunks alike. No chunk ends within a character.
 */
export function chunksOf(text: string): readonly string[] {
  const chunks: string[] = [];
  let open = '';
  for (const [piece] of text.matchAll(sentence)) {
    open += piece;
    while (open.length > lengthMax) {
      const end = wholeCharacters(open, lengthMax);
      chunks.push(open.slice(0, end));
      open = open.slice(end);
    }
    if (open.length >= lengthMin) {
      chunks.push(open);
      open = '';
    }
  }
  return open === '' ? chunks : [...chunks, open];
}

/** Returns the last index up to `end` that splits no surrogate pair. */
const wholeCharacters = (text: string, end: number): number =>
  /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
