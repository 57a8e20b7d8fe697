import { type Features, featuresIn, featuresOf, hashText } from '@redline/rule-engine/classifier';
import type { TextStructure } from '@redline/rule-engine/document';
import type { Engine } from '@redline/rule-engine/evaluate';
import { cuesOf, type Words } from '@redline/rule-engine/judge';
import type { ClassifierSettings } from '@redline/rule-engine/language';
import { type ScannedText, scanText } from '@redline/rule-engine/patterns';
import type { Passage, Row } from '../corpus/passages.ts';

/** The rows of a corpus with their features; arrays are by row. */
export interface Dataset {
  readonly settings: ClassifierSettings;
  readonly rows: readonly Row[];
  readonly features: readonly Features[];
  readonly folds: readonly number[];
  /** Index of the row's passage. */
  readonly passageOf: readonly number[];
  /**
   * Whether the row is lawful by itself and part of a violation with a `ctx` row of its passage. Reporting it is neither
   * right nor wrong, so it counts for no threshold and no figure.
   */
  readonly isAmbiguous: readonly boolean[];
}

/**
 * Computes the features of every row in its passage.
 * @param folds of the passages
 */
export function datasetOf(passages: readonly Passage[], folds: readonly number[], engine: Engine): Dataset {
  return {
    settings: engine.pack.language.classifier,
    rows: passages.flat(),
    features: passages.flatMap((passage) => featuresOfPassage(passage, engine)),
    folds: passages.flatMap((passage, at) => passage.map(() => folds[at] ?? 0)),
    passageOf: passages.flatMap((passage, at) => passage.map(() => at)),
    isAmbiguous: passages.flatMap((passage) => passage.map((row) => isPartOfViolation(row, passage))),
  };
}

function isPartOfViolation({ label, topic }: Row, passage: Passage): boolean {
  if (label !== 'ok' || topic === null) return false;
  return passage.some((other) => other.label === 'ctx' && other.topic === topic);
}

function featuresOfPassage(passage: Passage, engine: Engine): Features[] {
  const scanned = scanText(passage.map(({ sentence }) => sentence).join('\n'), engine);
  return featuresOfSegments(scanned, wordsOfRows(passage, scanned.structure), engine);
}

/** Computes the features of every sentence of a text. */
export const featuresOfSentences = (scanned: ScannedText, engine: Engine): Features[] =>
  featuresOfSegments(scanned, scanned.structure.sentences, engine);

function featuresOfSegments(scanned: ScannedText, segments: readonly Words[], { pack }: Engine): Features[] {
  const hashed = hashText(scanned, cuesOf(scanned, pack.grammar), pack.vocabulary);
  return featuresIn(featuresOf(hashed, segments));
}

/** Returns the words of each row; a row is one segment though it may have two short sentences. */
function wordsOfRows(passage: Passage, { tokens }: TextStructure): Words[] {
  let end = 0;
  let first = 0;
  return passage.map(({ sentence }) => {
    end += sentence.length + 1;
    const next = tokens.findIndex((token) => token.start >= end);
    const words = { first, last: next < 0 ? tokens.length : next };
    first = words.last;
    return words;
  });
}
