import type { Term } from '../types.ts';

/** Terms in a form that crosses to another thread at the price of two copies, whatever their number. */
export interface PackedTerms {
  readonly text: string;
  /** One past the end of each term in `text`. */
  readonly ends: Uint32Array;
  /** 1 for each term that may stand inside a longer word. */
  readonly unbounded: Uint8Array;
}

export function packTerms(terms: readonly Term[]): PackedTerms {
  const ends = new Uint32Array(terms.length);
  const unbounded = new Uint8Array(terms.length);
  let end = 0;
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i] as Term;
    end += term.text.length;
    ends[i] = end;
    unbounded[i] = term.boundary === 'none' ? 1 : 0;
  }
  return { text: terms.map((term) => term.text).join(''), ends, unbounded };
}

export function unpackTerms({ text, ends, unbounded }: PackedTerms): Term[] {
  return Array.from(ends, (end, i) => ({
    text: text.slice(i === 0 ? 0 : ends[i - 1], end),
    boundary: unbounded[i] === 1 ? 'none' : 'word',
  }));
}
