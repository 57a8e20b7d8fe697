import type { TextKind } from './source-list.ts';

/** A text that was found where it lies. */
export interface FoundText {
  /** The package, catalogue or folder that it is part of. */
  readonly source: string;
  readonly kind: TextKind;
  readonly text: string;
}

/** Longer passages are cut between their paragraphs. */
export const textCharactersMax = 1_500;
/** Shorter ones are labels of buttons. */
export const textCharactersMin = 8;
