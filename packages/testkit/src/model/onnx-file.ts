/** A network for a test, written by hand: nothing in it was trained. */
export interface MadeNetwork {
  readonly inputs: readonly MadeValue[];
  readonly outputs: readonly MadeValue[];
  readonly constants: readonly MadeConstant[];
  readonly nodes: readonly MadeNode[];
  readonly metadata?: Readonly<Record<string, string | number>>;
}

/** An input or output; a dimension with a name may have any length. */
export interface MadeValue {
  readonly name: string;
  readonly type: keyof typeof elementTypes;
  readonly dimensions: readonly (number | string)[];
}

export interface MadeConstant {
  readonly name: string;
  readonly dimensions: readonly number[];
  readonly data: Float32Array | BigInt64Array;
}

/** An operator of ONNX; all its attributes are whole numbers. */
export interface MadeNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, number>>;
}

const elementTypes = { float: 1, int32: 6, int64: 7 } as const;
/** Versions of the format and of its operators that every runtime of the last years reads. */
const versions = { format: 8, operators: 13 };

/** Writes a network as an ONNX file (onnx.proto3; numbers are those of its fields). */
export function onnxFileOf(network: MadeNetwork): Uint8Array {
  const graph = [
    ...network.nodes.map((node) => message(1, nodeOf(node))),
    text(2, 'made'),
    ...network.constants.map((constant) => message(5, tensorOf(constant))),
    ...network.inputs.map((value) => message(11, valueInfoOf(value))),
    ...network.outputs.map((value) => message(12, valueInfoOf(value))),
  ];
  const metadata = Object.entries(network.metadata ?? {}).map(([key, value]) =>
    message(14, [text(1, key), text(2, `${value}`)]),
  );
  const operators = message(8, [text(1, ''), number(2, versions.operators)]);
  return Buffer.concat([number(1, versions.format), operators, message(7, graph), ...metadata]);
}

function nodeOf({ operator, inputs, outputs, attributes = {} }: MadeNode): readonly Buffer[] {
  return [
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, operator),
    ...Object.entries(attributes).map(([name, value]) =>
      message(5, [text(1, name), number(3, value), number(20, 2)]),
    ),
  ];
}

function tensorOf({ name, dimensions, data }: MadeConstant): readonly Buffer[] {
  const type = data instanceof Float32Array ? elementTypes.float : elementTypes.int64;
  return [
    ...dimensions.map((length) => number(1, length)),
    number(2, type),
    text(8, name),
    bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  ];
}

function valueInfoOf({ name, type, dimensions }: MadeValue): readonly Buffer[] {
  const shape = dimensions.map((one) =>
    message(1, [typeof one === 'number' ? number(1, one) : text(2, one)]),
  );
  return [text(1, name), message(2, [message(1, [number(1, elementTypes[type]), message(2, shape)])])];
}

function varint(value: number): Buffer {
  const low: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    const isLast = left < 128;
    low.push((left % 128) + (isLast ? 0 : 128));
    if (isLast) return Buffer.from(low);
  }
}

const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field: number, value: Uint8Array): Buffer =>
  Buffer.concat([varint(field * 8 + 2), varint(value.length), value]);
const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value));
const message = (field: number, parts: readonly Buffer[]): Buffer => bytes(field, Buffer.concat(parts));
