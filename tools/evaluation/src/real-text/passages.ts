import { textCharactersMax, textCharactersMin } from './found-text.ts';

/** Joins short paragraphs that follow each other, and cuts long ones, so that each passage reads as one text. */
export function passagesOf(paragraphs: readonly string[]): string[] {
  const passages: string[] = [];
  let open = '';
  for (const paragraph of paragraphs.flatMap(piecesOf)) {
    if (open !== '' && open.length + paragraph.length + 1 > textCharactersMax / 2) {
      passages.push(open);
      open = '';
    }
    open = open === '' ? paragraph : `${open}\n${paragraph}`;
  }
  return [...passages, open].filter(isText);
}

/** Tells prose from labels and code. */
function isText(text: string): boolean {
  const marks = text.match(/[{}[\]=;<>|\\$]/g)?.length ?? 0;
  return text.length >= textCharactersMin && /\p{L}{2}/u.test(text) && marks / text.length < 0.04;
}

/** Cuts a paragraph that is too long at the ends of its sentences, or anywhere. */
function piecesOf(paragraph: string): string[] {
  const text = paragraph.trim();
  if (text.length <= textCharactersMax) return text === '' ? [] : [text];
  const pieces = [''];
  for (const sentence of text.split(/(?<=[.!?。！？]\s*)/u)) {
    const last = pieces.at(-1) ?? '';
    if (last.length + sentence.length > textCharactersMax) pieces.push(sentence.slice(0, textCharactersMax));
    else pieces[pieces.length - 1] = last + sentence;
  }
  return pieces.map((piece) => piece.trim().toWellFormed()).filter((piece) => piece !== '');
}
