import {
  type Features,
  featuresIn,
  featuresOf,
  featureValue,
  hashText,
} from '@redline/rule-engine/classifier';
import type { TextStructure } from '@redline/rule-engine/document';
import type { Engine } from '@redline/rule-engine/evaluate';
import type { Words } from '@redline/rule-engine/judge';
import { cuesOf } from '@redline/rule-engine/judge';
import { type Block, blocks, type ClassifierSettings } from '@redline/rule-engine/language';
import type { ScannedText } from '@redline/rule-engine/patterns';
import { scanText } from '@redline/rule-engine/patterns';
import type { Passage, Row } from './corpus.ts';
import type { Sparse } from './logistic.ts';

/** A corpus as numbers: one example a row. */
export interface Dataset {
  readonly statistics: ClassifierSettings;
  readonly rows: readonly Row[];
  readonly features: readonly Features[];
  /** The fold and the passage of each row. */
  readonly folds: readonly number[];
  readonly passageOf: readonly number[];
  /** Lawful rows that a `ctx` row beside them makes half of a claim: to hear them is neither right nor wrong. */
  readonly halves: readonly boolean[];
}

/** Computes the features of every row in its passage. */
export function datasetOf(passages: readonly Passage[], folds: readonly number[], reader: Engine): Dataset {
  return {
    statistics: reader.pack.language.classifier,
    rows: passages.flat(),
    features: passages.flatMap((passage) => featuresOfPassage(passage, reader)),
    folds: passages.flatMap((passage, at) => passage.map(() => folds[at] ?? 0)),
    passageOf: passages.flatMap((passage, at) => passage.map(() => at)),
    halves: passages.flatMap((passage) => passage.map((row) => isHalf(row, passage))),
  };
}

function isHalf({ label, topic }: Row, passage: Passage): boolean {
  if (label !== 'ok' || topic === null) return false;
  return passage.some((other) => other.label === 'ctx' && other.topic === topic);
}

function featuresOfPassage(passage: Passage, reader: Engine): Features[] {
  const scanned = scanText(passage.map(({ sentence }) => sentence).join('\n'), reader);
  const keys = hashText(scanned, cuesOf(scanned, reader.pack.grammar), reader.pack.vocabulary);
  return featuresIn(featuresOf(keys, unitsOf(passage, scanned.structure)));
}

/** The features of every sentence of a text as it is published. */
export function featuresOfText(scanned: ScannedText, { pack }: Engine): Features[] {
  const keys = hashText(scanned, cuesOf(scanned, pack.grammar), pack.vocabulary);
  return featuresIn(featuresOf(keys, scanned.structure.sentences));
}

/** The words of each row; a row is a unit though it may hold two short sentences. */
function unitsOf(passage: Passage, { tokens }: TextStructure): Words[] {
  let from = 0;
  let first = 0;
  return passage.map(({ sentence }) => {
    from += sentence.length + 1;
    const after = tokens.findIndex((token) => token.start >= from);
    const unit = { first, last: after < 0 ? tokens.length : after };
    first = unit.last;
    return unit;
  });
}

/** The features that a model may weigh, each with its place in the vector; the last place is the bias. */
export interface Space {
  readonly places: ReadonlyMap<number, number>;
  readonly blocks: readonly Block[];
  readonly statistics: ClassifierSettings;
  readonly size: number;
}

/** A feature that fewer examples hold is not weighed: it would only remember them. */
const examplesMin = 2;

/** Collects the features of the given blocks that at least two examples hold. */
export function spaceOf(
  { features, statistics }: Pick<Dataset, 'features' | 'statistics'>,
  used: readonly Block[] = blocks,
): Space {
  const held = new Map<number, number>();
  for (const one of features) {
    for (const hash of new Set(used.flatMap((block) => one[block])))
      held.set(hash, (held.get(hash) ?? 0) + 1);
  }
  const kept = [...held].filter(([, count]) => count >= examplesMin).map(([hash]) => hash);
  kept.sort((a, b) => a - b);
  return {
    places: new Map(kept.map((hash, at) => [hash, at])),
    blocks: used,
    statistics,
    size: kept.length + 1,
  };
}

/** What the bias counts in a vector; less than one keeps the regularisation from pulling at it. */
export const biasValue = 1;

/** The example as a vector of a space. */
export function vectorOf(features: Features, { places, blocks: used, statistics, size }: Space): Sparse {
  const values = new Map<number, number>([[size - 1, biasValue]]);
  for (const block of used) {
    const hashes = features[block];
    const value = featureValue(statistics, block, hashes.length);
    for (const hash of hashes) {
      const place = places.get(hash);
      if (place !== undefined) values.set(place, (values.get(place) ?? 0) + value);
    }
  }
  const entries = [...values].sort(([a], [b]) => a - b);
  return {
    at: Int32Array.from(entries, ([place]) => place),
    value: Float32Array.from(entries, ([, value]) => value),
  };
}
