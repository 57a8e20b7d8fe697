import type { Ablation } from './ablations.ts';
import type { AuthorFigures } from './author-figures.ts';
import type { SentenceFigures } from './sentence-figures.ts';
import type { TextFigures } from './text-figures.ts';

/** The figures of one training. */
export interface Figures {
  readonly sentences: SentenceFigures;
  /** Null for a corpus without authors. */
  readonly authors: AuthorFigures | null;
  readonly texts: TextFigures;
  /** Ranking by the model of violations, with all kinds of features and without each. */
  readonly ablations: readonly Ablation[];
}
