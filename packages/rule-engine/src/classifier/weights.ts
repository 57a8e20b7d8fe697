import { type WeightsHeader, weightsHeaderSchema } from './weights-header.ts';

/**
 * The trained weights as a file: four letters, the length of a header, the header as JSON, then arrays of numbers, each
 * at a multiple of four bytes, little endian. The arrays are views of the file, so loading costs next to nothing.
 */
const magic = 0x32574c52;

/** The weights of a classifier, as stored: integers, to be multiplied by the scales in the header. */
export interface Weights {
  readonly header: WeightsHeader;
  /** Hashes of the features, ascending. */
  readonly keys: Uint32Array;
  /** The weight of each feature in the model of sentences. */
  readonly violation: Int16Array;
  /** The weight of each feature in the model of whole texts. */
  readonly text: Int16Array;
  /** The number of topic weights of each feature; they follow one another in the order of the keys. */
  readonly topicCounts: Uint8Array;
  /** The index of the topic of each topic weight, and its value. */
  readonly topicOf: Uint8Array;
  readonly topicWeight: Int8Array;
}

const padded = (bytes: number): number => (bytes + 3) & ~3;

/** Writes weights as a file. */
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

/** Reads a file of weights. Throws an Error that says what is wrong with the file. */
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
  const parsed = weightsHeaderSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`the header of the weights is not as expected: ${issue?.path.join('.')} ${issue?.message}`);
}
