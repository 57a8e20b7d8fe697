import type { CopyPlace } from '../domain/result.ts';
import type { Risk } from '../domain/risk.ts';

/** Judges, rewrites and looks at pictures for the tools. */
export interface Backend {
  /** Finds the risks of a text. */
  readonly check: (text: string, place: CopyPlace) => Promise<Checked>;
  readonly fix: (text: string, place: CopyPlace, strategy: 'precise' | 'rewrite') => Promise<Fixed>;
  /** Null where nothing can look at pictures. */
  readonly checkImage: ((image: DeclaredImage, place: CopyPlace) => Promise<CheckedImage>) | null;
  /** True where each call is a submission of an account: it is charged, and kept. */
  readonly isCharged: boolean;
}

/** The risks of a text, and what judged: the pack with its version and the reader, or the server. */
export interface Checked {
  readonly risks: readonly Risk[];
  readonly judgedBy: string;
}

/** A rewritten text. */
export interface Fixed {
  /** The text as it was where nothing could be rewritten. */
  readonly text: string;
  /** Whether nothing that must go is left, and something of substance is. */
  readonly isAccepted: boolean;
  readonly reason: 'risk_left' | 'nothing_left' | 'failed' | null;
  /** Risks of the new text, hints included; null where a server does not say them. */
  readonly risksLeft: readonly Risk[] | null;
}

/** A picture, by the names of the contract. */
export interface DeclaredImage {
  readonly imageUrl: string;
  readonly imageTitle: string;
  /** Bytes. */
  readonly imageSize: number;
}

/** Findings of a picture. */
export interface CheckedImage {
  readonly id: string;
  readonly riskLevel: string | null;
  readonly labels: readonly ImageLabel[];
  /** Detectors that looked at it, and those that did not. */
  readonly coverage: readonly { readonly detector: string; readonly status: string }[];
}

export interface ImageLabel {
  readonly description: string;
  readonly riskLevel: string | null;
  readonly matchedText: string | null;
  readonly suggestion: string | null;
  readonly legalRef: string | null;
}
