import type { Line, Word } from './tesseract-words.ts';

/** A line counts as read when its characters were, on average, this sure. */
const lineConfidenceMin = 60;
/** Words of few characters that were hardly recognized: dust, edges, parts of drawings. */
const dust = { confidence: 30, lengthMax: 3 };
/** Letters and digits of a line, at least. */
const charactersMin = 2;
const wideCharactersMin = 2;

const isHan = /\p{Script=Han}/u;
const readable = /[\p{L}\p{N}]/gu;
/** Letters of scripts that none of the recognized languages is written in come from textures. */
const strange =
  /[^\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * Leaves out what a reader of text sees in textures, edges and drawings: words it hardly recognized, and lines without
 * enough sure characters. What is left goes before the rules, where it may be a risk to whoever is checked.
 */
export function soundLines(lines: readonly Line[]): readonly Line[] {
  return lines.map((line) => line.filter(isNoDust)).filter(isSound);
}

const isNoDust = ({ text, confidence }: Word): boolean =>
  isHan.test(text) || confidence >= dust.confidence || charactersOf(text) > dust.lengthMax;

const charactersOf = (text: string): number => text.match(readable)?.length ?? 0;

function isSound(line: Line): boolean {
  const characters = line.reduce((sum, { text }) => sum + charactersOf(text), 0);
  const text = line.map((word) => word.text).join('');
  if (characters < (isHan.test(text) ? wideCharactersMin : charactersMin) || strange.test(text)) return false;
  const sure = line.reduce((sum, word) => sum + charactersOf(word.text) * word.confidence, 0) / characters;
  return sure >= lineConfidenceMin;
}
