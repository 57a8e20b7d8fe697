/**
 * The pieces that a tokenizer knows: what SentencePiece calls a unigram model. A piece's id is its place in the list.
 */
export interface TokenVocabulary {
  /** `▁` stands for the space before a word. The first ones are control tokens, which no text contains. */
  readonly pieces: readonly string[];
  /** Log probability of each piece. */
  readonly scores: Float32Array;
  /** What a character is read as: nothing, or other characters. Characters that are not listed stay. */
  readonly normalized: ReadonlyMap<string, string>;
  /** Number of control tokens at the start of `pieces`. */
  readonly controls: number;
  /** Id of the token for characters that no piece contains. */
  readonly unknown: number;
}

/** The tokens of a text: for each its id and its place, UTF-16 offsets into the text, the end exclusive. */
export interface Tokens {
  readonly ids: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

export type Tokenizer = (text: string) => Tokens;

const space = '▁';

/** What an unknown character costs beyond the least probable piece, as in SentencePiece. */
const unknownPenalty = 10;

/** Words whose pieces are remembered, so that frequent ones are cut once; bounds the memory. */
const rememberedMax = 20_000;
const rememberedLengthMax = 24;

interface Cut {
  readonly ids: readonly number[];
  /** Characters (code points) of each piece. */
  readonly lengths: readonly number[];
}

/**
 * Returns the tokenizer of a vocabulary: a text is cut into the most probable sequence of pieces (Kudo 2018, "Subword
 * Regularization", arXiv 1804.10959, Viterbi), word by word, since no piece holds a space but at its start. Gives the
 * ids of the reference implementation, and where each piece stands.
 */
export function tokenizerOf(vocabulary: TokenVocabulary): Tokenizer {
  const { pieces, scores, controls, unknown, normalized } = vocabulary;
  const ids = new Map<string, number>();
  /** Beginnings of pieces: where one is missing, no longer piece fits either. */
  const beginnings = new Set<string>();
  let least = 0;
  for (let id = 0; id < pieces.length; id++) {
    least = Math.min(least, scores[id] ?? 0);
    if (id < controls) continue;
    const piece = pieces[id] ?? '';
    ids.set(piece, id);
    let beginning = '';
    for (const character of piece) {
      beginning += character;
      beginnings.add(beginning);
    }
  }
  const unknownScore = least - unknownPenalty;
  const remembered = new Map<string, Cut>();

  const cutWord = (word: string): Cut => {
    const known = remembered.get(word);
    if (known) return known;
    const cut = cutCharacters([...word], { ids, beginnings, scores, unknown, unknownScore });
    if (word.length <= rememberedLengthMax && remembered.size < rememberedMax) remembered.set(word, cut);
    return cut;
  };

  return (text) => {
    const { characters, places } = normalize(text, normalized);
    const found: number[] = [];
    const starts: number[] = [];
    const ends: number[] = [];
    for (let from = 0; from < characters.length; ) {
      let to = from + 1;
      while (to < characters.length && characters[to] !== space) to++;
      const cut = cutWord(characters.slice(from, to).join(''));
      for (const [at, id] of cut.ids.entries()) {
        const length = cut.lengths[at] ?? 1;
        found.push(id);
        starts.push(places[from] ?? 0);
        ends.push(endOf(text, places[from + length - 1] ?? 0));
        from += length;
      }
    }
    return { ids: Int32Array.from(found), starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
  };
}

/** Reads a text as the vocabulary does: characters with the places where they come from, one space before the first and none at the end. */
function normalize(
  text: string,
  normalized: ReadonlyMap<string, string>,
): { readonly characters: readonly string[]; readonly places: readonly number[] } {
  const characters: string[] = [];
  const places: number[] = [];
  let place = 0;
  for (const written of text) {
    for (const read of normalized.get(written) ?? written) {
      const character = read === ' ' ? space : read;
      if (character === space && (characters.length === 0 || characters.at(-1) === space)) continue;
      if (characters.length === 0) {
        characters.push(space);
        places.push(place);
      }
      characters.push(character);
      places.push(place);
    }
    place += written.length;
  }
  if (characters.at(-1) === space) characters.pop();
  return { characters, places };
}

const endOf = (text: string, place: number): number =>
  place + ((text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1);

function cutCharacters(
  characters: readonly string[],
  {
    ids,
    beginnings,
    scores,
    unknown,
    unknownScore,
  }: {
    readonly ids: ReadonlyMap<string, number>;
    readonly beginnings: ReadonlySet<string>;
    readonly scores: Float32Array;
    readonly unknown: number;
    readonly unknownScore: number;
  },
): Cut {
  const count = characters.length;
  const best = new Float64Array(count + 1).fill(Number.NEGATIVE_INFINITY);
  const idOf = new Int32Array(count + 1);
  const from = new Int32Array(count + 1);
  best[0] = 0;
  for (let at = 0; at < count; at++) {
    const sum = best[at] ?? 0;
    let piece = '';
    for (let end = at + 1; end <= count; end++) {
      piece += characters[end - 1];
      if (!beginnings.has(piece)) break;
      const id = ids.get(piece);
      if (id === undefined || sum + (scores[id] ?? 0) <= (best[end] ?? 0)) continue;
      best[end] = sum + (scores[id] ?? 0);
      idOf[end] = id;
      from[end] = at;
    }
    if (sum + unknownScore <= (best[at + 1] ?? 0)) continue;
    best[at + 1] = sum + unknownScore;
    idOf[at + 1] = unknown;
    from[at + 1] = at;
  }
  const cut: { ids: number[]; lengths: number[] } = { ids: [], lengths: [] };
  for (let end = count; end > 0; end = from[end] ?? 0) {
    cut.ids.unshift(idOf[end] ?? unknown);
    cut.lengths.unshift(end - (from[end] ?? 0));
  }
  return cut;
}
