import type { Cues } from '../judge/cues.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';

/** Returns whether each sentence is a mere disclaimer, which the model of whole texts leaves out. */
export function disclaimersIn({ structure }: ScannedText, cues: Cues): boolean[] {
  return structure.sentences.map(({ first, last }) => cues.within('disclaimer', first, last) !== undefined);
}
