import type { Range } from './copy.ts';
import type { Position } from './lines.ts';
import type { FailOn, Level, Risk } from './risk.ts';

/** A risk at its place in a file. */
export interface PlacedRisk extends Omit<Risk, 'start' | 'end'> {
  readonly level: Level;
  /** The words of the copy that are at risk, as a reader sees them; empty where the risk has no place. */
  readonly words: string;
  /** What stands before and behind them in their line of the copy. */
  readonly before: string;
  readonly after: string;
  readonly range: Range;
  readonly from: Position;
  readonly to: Position;
  /** Name of the document in a file of several: `row 3, description`. */
  readonly document: string | null;
}

/** Findings of one file. */
export interface FileResult {
  readonly path: string;
  /** In the order of the file. */
  readonly risks: readonly PlacedRisk[];
  /** How many risks ignore comments have left out. */
  readonly ignored: number;
  /** The verdict on what is left, by the policy of the site: `safe` to `high`, or PASS, REVIEW, REJECT. */
  readonly verdict: string;
  readonly place: CopyPlace;
}

/** Findings of all files. */
export interface Run {
  /** Version of this command line. */
  readonly version: string;
  /** Packs with their versions and the reader, or the server that judged. */
  readonly judgedBy: readonly string[];
  /** Those with risks, and those without. */
  readonly files: readonly FileResult[];
  /** Files that could not be read, and why. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
  readonly failOn: FailOn;
  /** Whether a risk reaches `failOn`. */
  readonly hasFailed: boolean;
}

/** The place for which copy is judged, by the names of the contract. */
export interface CopyPlace {
  readonly site: string;
  readonly platform: string | null;
  readonly vertical: string;
  readonly productVertical: string | null;
  readonly sceneMode: string | null;
  readonly locale: string;
}
