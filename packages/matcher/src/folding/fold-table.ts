/** How to fold any text with one combination of folds. */
export interface FoldTable {
  readonly folds: number;
  /** For each UTF-16 unit, its description (layout in kinds.ts). */
  readonly entries: Int32Array;
  /** What single units become that fold to several. */
  readonly expansions: readonly Int32Array[];
  /** Code points that separate elsewhere and are symbols here, since a term consists of them alone. */
  readonly literals: ReadonlySet<number>;
}
