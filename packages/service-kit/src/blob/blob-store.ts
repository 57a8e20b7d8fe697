import type { Readable } from 'node:stream';

/** A range of bytes of an object, both ends inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The metadata of an object. */
export interface BlobFacts {
  readonly sizeBytes: number;
  readonly contentType: string;
  /** Quoted, as in HTTP; differs for different content. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

/** An object being read. */
export interface Blob extends BlobFacts {
  /** Must be read to its end or destroyed: until then it holds a file or a connection open. */
  readonly body: Readable;
}

export interface PutOptions {
  readonly contentType: string;
  /** A larger body fails the put, which then leaves nothing behind. */
  readonly maxBytes?: number;
}

/** The constraints of a form that is posted to the store itself. */
export interface PostOptions {
  readonly contentType: string;
  readonly maxBytes: number;
  readonly ttlSeconds: number;
}

/** A form: every field is posted as it is, and the file last, as `file`. */
export interface PresignedPost {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * A store of objects by key: S3, or a folder if no bucket is configured. A key that `blobKeyFault` rejects throws
 * BlobError `key`. Memory use does not grow with an object's size.
 */
export interface BlobStore {
  /**
   * Writes an object atomically: until it is complete, the old one, or none, is read. An error of the body fails the put.
   * @throws BlobError `too_large`
   */
  readonly put: (
    key: string,
    body: Readable | Uint8Array,
    options: PutOptions,
  ) => Promise<{ readonly sizeBytes: number }>;
  /** Reads an object; undefined if there is none. A range must begin inside the object and is cut at its end. */
  readonly get: (key: string, range?: ByteRange) => Promise<Blob | undefined>;
  readonly head: (key: string) => Promise<BlobFacts | undefined>;
  /** Deletes an object; does nothing if there is none. */
  readonly delete: (key: string) => Promise<void>;
  /** Deletes every object whose key begins with `prefix`, which ends with a slash. */
  readonly deletePrefix: (prefix: string) => Promise<void>;
  /** Returns a URL that gives anybody read access until it expires. */
  readonly signedUrl: (key: string, ttlSeconds: number) => Promise<string>;
  /** Returns a form that is posted to the store itself; null if the store accepts none. */
  readonly presignedPost: (key: string, options: PostOptions) => Promise<PresignedPost | null>;
  /**
   * Removes parts of puts whose process died.
   * @returns the number of removed parts
   */
  readonly sweepParts: (olderThanMs: number) => Promise<number>;
  /** Resolves if objects can be stored; rejects with the reason. */
  readonly ping: () => Promise<void>;
  readonly close: () => void;
}

/** Thrown for a key or a body that the store refuses: an error of the caller. */
export class BlobError extends Error {
  readonly kind: 'key' | 'too_large';

  constructor(kind: BlobError['kind'], message: string) {
    super(message);
    this.name = 'BlobError';
    this.kind = kind;
  }
}
