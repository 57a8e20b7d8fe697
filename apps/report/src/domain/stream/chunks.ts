/** A chunk is a sentence or so; short ones are told together. */
const lengthMin = 24;
const lengthMax = 400;

/** Sentences with what ends them, and lines. */
const sentence = /[^。！？；\n]*(?:[。！？；\n]+|$)/gu;

/**
 * Splits a text into pieces to be told one after another; joined they are the text. The same text is always split alike,
 * so that two tellers count alike. No piece ends within a character.
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

/** The last place up to `end` that parts no surrogate pair. */
const wholeCharacters = (text: string, end: number): number =>
  /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
