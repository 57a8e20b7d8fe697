import type { GrammarCue } from '../pack/grammar-schema.ts';
import type { CompiledPack } from '../pack/pack.ts';
import { indexFrom, type Occurrence } from '../patterns/occurrence.ts';
import { runAll, type ScannedText } from '../patterns/scanned-text.ts';

/** The cue words of a text, found once and asked for by many matches. */
export interface Cues {
  readonly of: (cue: GrammarCue) => readonly Occurrence[];
  readonly within: (cue: GrammarCue, first: number, last: number) => Occurrence | undefined;
  /** Tells whether a cue that begins at word `first` or behind it, and before word `end`, fits. */
  readonly some: (cue: GrammarCue, first: number, end: number, fits: (cue: Occurrence) => boolean) => boolean;
}

/** Finds cues lazily, each kind at most once a text. */
export function cuesOf(scanned: ScannedText, grammar: CompiledPack['grammar']): Cues {
  const found = new Map<GrammarCue, readonly Occurrence[]>();
  const of = (cue: GrammarCue): readonly Occurrence[] => {
    const known = found.get(cue);
    if (known) return known;
    const made = runAll(scanned, grammar[cue]);
    found.set(cue, made);
    return made;
  };
  return {
    of,
    within: (cue, first, last) => {
      const found = of(cue);
      for (let at = indexFrom(found, first); at < found.length; at++) {
        const one = found[at];
        if (!one || one.first > last) return undefined;
        if (one.last <= last) return one;
      }
      return undefined;
    },
    some: (cue, first, end, fits) => {
      const found = of(cue);
      for (let at = indexFrom(found, first); at < found.length; at++) {
        const one = found[at];
        if (!one || one.first >= end) return false;
        if (fits(one)) return true;
      }
      return false;
    },
  };
}
