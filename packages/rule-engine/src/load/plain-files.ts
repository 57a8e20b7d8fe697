import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { Deserializer, Serializer } from 'node:v8';

/**
 * Plain data in a file: maps, sets and objects as v8 serializes them, and behind them the numbers of their arrays, one
 * array after the other. So arrays are read from the file into memory of their own: what lies in one buffer with the
 * whole file has to be copied out of it, or keeps all of it (46 MB with three packs).
 *
 * The file begins with the length of the serialized part in bytes (32 bits). In there an array is its kind and length.
 */
const kinds = [
  Int8Array,
  Uint8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
] as const;
type NumberArray = InstanceType<(typeof kinds)[number]>;

const headSize = 4;

/** Writes plain data. Throws a TypeError for arrays that are none of numbers. */
export function writePlain(file: string, data: unknown): void {
  const arrays: NumberArray[] = [];
  const writer = new Serializer();
  const writeArray = (array: NumberArray): void => {
    const kind = kinds.findIndex((one) => array instanceof one);
    if (kind < 0) throw new TypeError('not an array of numbers');
    writer.writeUint32(kind);
    writer.writeUint32(array.length);
    arrays.push(array);
  };
  Object.assign(writer, { _writeHostObject: writeArray });
  Reflect.get(writer, '_setTreatArrayBufferViewsAsHostObjects').call(writer, true);
  writer.writeHeader();
  writer.writeValue(data);
  const head = writer.releaseBuffer();
  const parts = [Buffer.from(Uint32Array.of(head.length).buffer), head, ...arrays.map(bytesOf)];
  writeFileSync(file, Buffer.concat(parts));
}

/** Reads what `writePlain` wrote; null where there is no file. Throws an Error for one that breaks off. */
export function readPlain<T>(file: string): T | null {
  const handle = openFile(file);
  if (handle === null) return null;
  try {
    const length = Buffer.alloc(headSize);
    fill(handle, length);
    const head = Buffer.allocUnsafeSlow(length.readUInt32LE());
    fill(handle, head);
    const arrays: NumberArray[] = [];
    const reader = new Deserializer(head);
    const readArray = (): NumberArray => {
      const Kind = kinds[reader.readUint32()] ?? Uint8Array;
      const array = new Kind(reader.readUint32());
      arrays.push(array);
      return array;
    };
    Object.assign(reader, { _readHostObject: readArray });
    reader.readHeader();
    const data: T = reader.readValue();
    for (const array of arrays) fill(handle, bytesOf(array));
    return data;
  } finally {
    closeSync(handle);
  }
}

function openFile(file: string): number | null {
  try {
    return openSync(file, 'r');
  } catch {
    return null;
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: NumberArray): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Reads as many bytes as there is room for. */
function fill(handle: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    const count = readSync(handle, bytes, at, bytes.length - at, null);
    if (count === 0) throw new Error('the file breaks off');
    at += count;
  }
}
