import { z } from 'zod';

/**
 * The trained weights as a file: four letters, the length of a header, the header as JSON, then arrays of numbers, each
 * at a multiple of four bytes, little endian. Arrays are read where they lie, so loading costs next to nothing.
 */
const magic = 0x32574c52;

/** What speaks for a text's violating, added up: see `evidenceOf`. */
export const evidenceSchema = z
  .object({ text: z.number(), loudest: z.number(), found: z.number(), length: z.number() })
  .strict();
export type EvidenceWeights = z.infer<typeof evidenceSchema>;
export const evidenceDefault: EvidenceWeights = { text: 1, loudest: 0, found: 0, length: 0 };

/**
 * As on the US site, where sentences rightly shown score -1.9 and more for their topic, the loudest sentence of a plain
 * sale -2.8.
 */
export const textRisks = { surelyLawfulBelow: 0, sureFrom: 2, accusedTopicMin: -2 } as const;

const headerSchema = z
  .object({
    site: z.string(),
    /** SHA-256 over the corpus that the weights were trained on. */
    corpus: z.string(),
    featureVersion: z.number().int(),
    /** What one unit of a stored weight is worth. */
    violationUnit: z.number().positive(),
    topicUnit: z.number().positive(),
    violationBias: z.number(),
    /** A sentence scores `violation + topicShare * topic + companyShare * mean violation of the text's sentences`. */
    topicShare: z.number(),
    companyShare: z.number(),
    /** `p = 1 / (1 + exp(-(slope * score + offset)))`, fitted on scores out of fold (Platt 1999). */
    calibration: z.object({ slope: z.number(), offset: z.number() }).strict(),
    /** Where violation and company score lower together, no threshold was ever reached; the topics are not asked. */
    violationMin: z.number(),
    /** The model of whole texts. */
    text: z
      .object({
        unit: z.number().positive(),
        bias: z.number(),
        evidence: evidenceSchema.default(evidenceDefault),
        calibration: z.object({ slope: z.number(), offset: z.number() }).strict(),
        /** A text less likely than this to violate is lawful throughout. */
        lawfulBelow: z.number(),
        /** Below this a text clears plain claims too, though nothing in their sentences keeps them at a distance. */
        surelyLawfulBelow: z.number().default(textRisks.surelyLawfulBelow),
        /** A text as likely as this to violate is spoken of even where no rule and no sentence of it is. */
        accusesFrom: z.number(),
        /** From this probability on a text is spoken of though its loudest sentences are taken back by their words. */
        sureFrom: z.number().default(textRisks.sureFrom),
        /** A sentence that is less like any topic than this accuses nobody, however loud the text. */
        accusedTopicMin: z.number().default(textRisks.accusedTopicMin),
      })
      .strict(),
    topics: z.array(
      z
        .object({
          id: z.string(),
          bias: z.number(),
          /** Speaks from this probability on; null when too few examples show that it may. */
          speaksFrom: z.number().nullable(),
        })
        .strict(),
    ),
    features: z.number().int().nonnegative(),
    topicWeights: z.number().int().nonnegative(),
  })
  .strict();

export type WeightsHeader = z.infer<typeof headerSchema>;

export interface Weights {
  readonly header: WeightsHeader;
  /** Hashes of the features, ascending. */
  readonly keys: Uint32Array;
  /** Of each feature, in units: how much it speaks for a violation. */
  readonly violation: Int16Array;
  /** Of each feature, in units: how much it speaks for a violation where it stands anywhere in a text. */
  readonly text: Int16Array;
  /** Of each feature, how many of the topic weights are its own; they follow one another in the order of the keys. */
  readonly topicCounts: Uint8Array;
  readonly topicOf: Uint8Array;
  readonly topicWeight: Int8Array;
}

const padded = (bytes: number): number => (bytes + 3) & ~3;

/** Writes weights as `decodeWeights` reads them. */
export function encodeWeights(weights: Weights): Uint8Array {
  const header = new TextEncoder().encode(JSON.stringify(weights.header));
  const parts: ArrayBufferView[] = [Uint32Array.of(magic, header.length), header, ...arraysOf(weights)];
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + padded(byteLength), 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += padded(byteLength);
  }
  return bytes;
}

const arraysOf = ({
  keys,
  violation,
  text,
  topicCounts,
  topicOf,
  topicWeight,
}: Weights): ArrayBufferView[] => [keys, violation, text, topicCounts, topicOf, topicWeight];

/** Reads a file of weights. Throws an Error that says what is wrong with one that is not. */
export function decodeWeights(file: Uint8Array): Weights {
  const bytes = file.byteOffset % 4 === 0 ? file : file.slice();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || view.getUint32(0, true) !== magic) throw new Error('not a file of weights');
  const headerLength = view.getUint32(4, true);
  const header = readHeader(bytes.subarray(8, 8 + headerLength));
  const { features, topicWeights } = header;
  let at = 8 + padded(headerLength);
  const take = (length: number): [ArrayBufferLike, number] => {
    const from = at;
    at += padded(length);
    if (at > bytes.length) throw new Error('the file of weights breaks off');
    return [bytes.buffer, bytes.byteOffset + from];
  };
  const weights = {
    header,
    keys: new Uint32Array(...take(features * 4), features),
    violation: new Int16Array(...take(features * 2), features),
    text: new Int16Array(...take(features * 2), features),
    topicCounts: new Uint8Array(...take(features), features),
    topicOf: new Uint8Array(...take(topicWeights), topicWeights),
    topicWeight: new Int8Array(...take(topicWeights), topicWeights),
  };
  if (at !== bytes.length) throw new Error('the file of weights goes on after its end');
  return weights;
}

function readHeader(bytes: Uint8Array): WeightsHeader {
  const parsed = headerSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`the header of the weights is not as expected: ${issue?.path.join('.')} ${issue?.message}`);
}
