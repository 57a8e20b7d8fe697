import type { Line, Word } from './tesseract-words.ts';

/** The confidence that the characters of a line must have on average. */
const lineConfidenceMin = 60;
/** Short words of low confidence are specks, edges and parts of drawings. */
const speck = { confidence: 30, lengthMax: 3 };
/** The letters and digits that a line must have. */
const charactersMin = 2;
const wideCharactersMin = 2;

const isHan = /\p{Script=Han}/u;
const readable = /[\p{L}\p{N}]/gu;
/** Letters of scripts that none of the recognized languages uses come from textures. */
const foreign =
  /[^\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * Drops what text recognition reads in textures, edges and drawings: words of low confidence, and lines without enough
 * confident characters. The rest is evaluated by the rules, where noise could become a finding.
 */
export function confidentLines(lines: readonly Line[]): readonly Line[] {
  return lines.map((line) => line.filter(isNoSpeck)).filter(isConfident);
}

const isNoSpeck = ({ text, confidence }: Word): boolean =>
  isHan.test(text) || confidence >= speck.confidence || charactersOf(text) > speck.lengthMax;

const charactersOf = (text: string): number => text.match(readable)?.length ?? 0;

function isConfident(line: Line): boolean {
  const characters = line.reduce((sum, { text }) => sum + charactersOf(text), 0);
  const text = line.map((word) => word.text).join('');
  if (characters < (isHan.test(text) ? wideCharactersMin : charactersMin) || foreign.test(text)) return false;
  const confidence = line.reduce((sum, word) => sum + charactersOf(word.text) * word.confidence, 0);
  return confidence / characters >= lineConfidenceMin;
}
