/** Numbers with their dimensions, the last one varying fastest. */
export interface Tensor {
  readonly data: Float32Array;
  readonly dimensions: readonly number[];
}

/** Runs a neural network with one input and one output. */
export type RunGraph = (input: Tensor) => Promise<Tensor>;

/**
 * Opens a network from the bytes of an ONNX file.
 * @throws Error if the runtime cannot read them
 */
export type OpenGraph = (bytes: Uint8Array) => Promise<RunGraph>;
