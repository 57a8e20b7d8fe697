/** The table by which any text is folded with one combination of folds. */
export interface FoldTable {
  readonly folds: number;
  /** The description of each UTF-16 unit (layout in kinds.ts). */
  readonly entries: Int32Array;
  /** The expansions of single units that fold to several. */
  readonly expansions: readonly Int32Array[];
  /** Code points that separate elsewhere and are symbols here, since a term consists of them alone. */
  readonly literals: ReadonlySet<number>;
}
