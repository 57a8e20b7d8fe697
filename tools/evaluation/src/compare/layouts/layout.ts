import type { Input, NoticeInput, RewriteInput, Selection, TextInput } from '../inputs/input.ts';

/** Code and values of another checkout: it is imported while the program runs, so nothing is known of its types. */
// biome-ignore lint/suspicious/noExplicitAny: types of another checkout are not known before it is imported
export type Untyped = any;

/** A way in which the sources of the engine lay, or lie, in the repository. */
export interface Layout {
  /** The adapter's file. */
  readonly name: string;
  /** A file, from the root of a checkout, that only this layout has. */
  readonly sign: string;
  readonly open: (root: string) => Promise<Tree>;
}

/** An example of a rule, with the place where it would be published. */
export interface Example {
  readonly ruleId: string;
  readonly list: 'hit' | 'miss';
  readonly index: number;
  readonly text: string;
  readonly selection: Selection;
}

/** A dimension of a pack's places. */
export interface Dimension {
  readonly values: readonly string[];
  readonly unsaid?: string | undefined;
}

/** The parts of a checkout's packs and corpora that inputs are made of. */
export interface SiteMaterial {
  readonly packFolder: string;
  readonly corpusFolder: string;
  readonly dimensions: Readonly<Record<string, Dimension>>;
  readonly examples: readonly Example[];
}

/** Answers by the part of the product that gives them (`evaluation`, `records`, `picture`, …): plain data. */
export type Answers = Readonly<Record<string, unknown>>;

/** The engine of one checkout. Answers have one shape whatever the layout, and say nothing of a pack's content hash. */
export interface Tree {
  readonly sites: readonly string[];
  readonly contentHashes: Readonly<Record<string, string>>;
  readonly material: (site: string) => SiteMaterial;
  /** Texts of the examples of notices. */
  readonly noticeTexts: () => readonly string[];
  readonly evaluate: (input: TextInput) => Answers;
  /** The verdict alone, as part of what `evaluate` answers. */
  readonly verdictOn: (text: Pick<TextInput, 'site' | 'text' | 'selection'>) => Answers;
  readonly rewrite: (input: RewriteInput) => Answers;
  readonly findNotices: (input: NoticeInput) => Promise<Answers>;
  readonly describePack: (site: string) => Answers;
}

/** Answers any input. */
export async function answer(tree: Tree, input: Input): Promise<Answers> {
  if (input.kind === 'text') return tree.evaluate(input);
  if (input.kind === 'rewrite') return tree.rewrite(input);
  if (input.kind === 'notice') return tree.findNotices(input);
  return tree.describePack(input.site);
}
