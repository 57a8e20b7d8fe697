import { authoredWords, isUnspaced, type Token, tokenize } from '../document/tokens.ts';
import { type NumeralClass, numeralClasses } from '../language/numeral-class.ts';

/**
 * The language of word patterns: what a rule author writes in `match`, `all`, `needs` and `unless`.
 * docs/rule-reference.md explains it to authors; this file is its grammar.
 *
 *     pattern  = sequence ("|" sequence)*
 *     sequence = item+
 *     item     = atom ["?"] | gap | "^" | "$"
 *     atom     = word | word"~" | "{" name ("|" name)* "}" | "(" pattern ("|" pattern)* ")"
 *     gap      = "[" n "-" m "]"            n to m arbitrary words of the same sentence
 *     name     = lexicon | lexicon":"form | numeral class
 *
 * Chinese is written without spaces: `治疗[0-4]{disease}`. Its characters that stand together are one word here.
 */
export type PatternNode =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'anyForm'; readonly word: string }
  | { readonly kind: 'slot'; readonly names: readonly SlotName[] }
  | { readonly kind: 'gap'; readonly min: number; readonly max: number }
  | { readonly kind: 'choice'; readonly options: readonly (readonly PatternNode[])[] }
  | { readonly kind: 'sentenceStart' }
  | { readonly kind: 'sentenceEnd' };

export type SlotName =
  | { readonly kind: 'numeral'; readonly numeral: NumeralClass }
  | { readonly kind: 'lexicon'; readonly id: string; readonly form: string | null };

/** Characters that have a meaning in this syntax and cannot be part of a word. */
const fullWidthSigns = /[（）｜？［］｛｝【】]/u;
const piecePattern = /\s+|\[[^\]]*\]|\{[^}]*\}|[()|?^$]|[^\s()|{}[\]?^$]+|./gu;

/**
 * Parses one pattern. Throws an Error with a sentence for the author when it is not one.
 * @param gapMax words that a gap may span; wider ones say that two sets only meet, which `near` says better
 */
export function parsePattern(source: string, gapMax: number): PatternNode[] {
  const foreign = fullWidthSigns.exec(source)?.[0];
  if (foreign) throw new Error(`"${foreign}" is full width; write the ASCII sign in "${source}"`);
  const pieces = (source.match(piecePattern) ?? []).filter((piece) => piece.trim() !== '');
  const reader = { pieces, at: 0, gapMax };
  const nodes = readAlternatives(reader);
  if (reader.at < pieces.length) throw new Error(`unexpected "${pieces[reader.at]}" in "${source}"`);
  const first = nodes[0];
  if (first === undefined) throw new Error('empty pattern');
  if (first.kind === 'gap' || nodes.at(-1)?.kind === 'gap') {
    throw new Error(`a pattern may not begin or end with a gap: "${source}"`);
  }
  if (nodes.every(canBeEmpty)) throw new Error(`nothing in the pattern is required: "${source}"`);
  return nodes;
}

/** Tells whether a node may match without consuming a word. */
export function canBeEmpty(node: PatternNode): boolean {
  if (node.kind === 'choice') return node.options.some((option) => option.every(canBeEmpty));
  return node.kind === 'gap' || node.kind === 'sentenceStart' || node.kind === 'sentenceEnd';
}

interface Reader {
  readonly pieces: readonly string[];
  readonly gapMax: number;
  at: number;
}

/** A pattern is a sequence, or several with `|` between them. */
function readAlternatives(reader: Reader): PatternNode[] {
  const options = [readSequence(reader)];
  while (reader.pieces[reader.at] === '|') {
    reader.at++;
    options.push(readSequence(reader));
  }
  if (options.length === 1) return options[0] ?? [];
  if (options.some((option) => option.length === 0)) throw new Error('empty choice');
  return [{ kind: 'choice', options }];
}

function readSequence(reader: Reader): PatternNode[] {
  const nodes: PatternNode[] = [];
  for (;;) {
    const piece = reader.pieces[reader.at];
    if (piece === undefined || piece === '|' || piece === ')') return nodes;
    reader.at++;
    let read = readItem(reader, piece);
    if (reader.pieces[reader.at] === '?') {
      reader.at++;
      read = [{ kind: 'choice', options: [read, []] }];
    }
    nodes.push(...read);
  }
}

function readItem(reader: Reader, piece: string): PatternNode[] {
  if (piece === '(') return [readChoice(reader)];
  if (piece === '^') return [{ kind: 'sentenceStart' }];
  if (piece === '$') return [{ kind: 'sentenceEnd' }];
  if (piece.startsWith('[')) return [readGap(piece, reader.gapMax)];
  if (piece.startsWith('{')) return [readSlot(piece)];
  if (piece === '?') throw new Error('"?" follows nothing');
  return readWords(piece);
}

function readChoice(reader: Reader): PatternNode {
  const options: PatternNode[][] = [];
  for (;;) {
    options.push(readSequence(reader));
    const piece = reader.pieces[reader.at++];
    if (piece === ')') break;
    if (piece !== '|') throw new Error('"(" is not closed');
  }
  if (options.some((option) => option.every(canBeEmpty))) {
    throw new Error(
      'an option of a choice may match nothing; "?" makes the whole word optional, for a choice write "( … )?"',
    );
  }
  return { kind: 'choice', options };
}

function readGap(piece: string, gapMax: number): PatternNode {
  const parts = /^\[(\d+)-(\d+)\]$/.exec(piece);
  if (!parts) throw new Error(`a gap is written [0-4], not "${piece}"`);
  const min = Number(parts[1]);
  const max = Number(parts[2]);
  if (min > max || max > gapMax)
    throw new Error(`gap "${piece}" must go from low to high, ${gapMax} at most`);
  return { kind: 'gap', min, max };
}

function readSlot(piece: string): PatternNode {
  const names = piece
    .slice(1, -1)
    .split('|')
    .map((name) => readSlotName(name.trim()));
  return { kind: 'slot', names };
}

function readSlotName(name: string): SlotName {
  const numeral = numeralClasses.find((known) => known === name);
  if (numeral) return { kind: 'numeral', numeral };
  const parts = /^([a-z][a-z0-9-]*)(?::([a-z]+))?$/.exec(name);
  if (!parts?.[1]) throw new Error(`"${name}" is no name of a lexicon`);
  return { kind: 'lexicon', id: parts[1], form: parts[2] ?? null };
}

function readWords(piece: string): PatternNode[] {
  const anyForm = piece.endsWith('~');
  const words = wordsIn(anyForm ? piece.slice(0, -1) : piece);
  if (words.length === 0) throw new Error(`"${piece}" holds no word; symbols need kind: regex`);
  return words.map((word, at) => ({ kind: anyForm && at === words.length - 1 ? 'anyForm' : 'word', word }));
}

/** The words of what stands without spaces; Chinese characters, pictograms and what touches them are one. */
function wordsIn(piece: string): string[] {
  const words: string[] = [];
  let before: Token | undefined;
  for (const token of tokenize(piece, authoredWords)) {
    const touches = before?.end === token.start && (isUnspaced(before.word) || isUnspaced(token.word));
    if (touches) words[words.length - 1] += token.word;
    else words.push(token.word);
    before = token;
  }
  return words;
}
