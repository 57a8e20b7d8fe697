import type { Readable } from 'node:stream';

/** Bytes of an object, both ends inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What is known of an object without reading it. */
export interface BlobFacts {
  readonly sizeBytes: number;
  readonly contentType: string;
  /** Quoted, as HTTP has it; another content has another one. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

/** An object being read. */
export interface Blob extends BlobFacts {
  /** To be read to its end or destroyed: until then it holds a file or a connection. */
  readonly body: Readable;
}

export interface PutOptions {
  readonly contentType: string;
  /** What comes after so many bytes fails the put and leaves nothing behind. */
  readonly maxBytes?: number;
}

/** What a form must say that is posted to the store itself. */
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
 * Objects by key: S3, or a folder where none is configured. Keys are those that `blobKeyFault` finds nothing against; any
 * other throws BlobError `key`. Memory does not grow with an object's size.
 */
export interface BlobStore {
  /**
   * Writes an object in one step: until it is whole there is the old one, or none. A body that fails fails the put.
   * @throws BlobError `too_large`
   */
  readonly put: (
    key: string,
    body: Readable | Uint8Array,
    options: PutOptions,
  ) => Promise<{ readonly sizeBytes: number }>;
  /** @returns undefined where there is none. A range begins inside the object; one that ends past it ends with it */
  readonly get: (key: string, range?: ByteRange) => Promise<Blob | undefined>;
  readonly head: (key: string) => Promise<BlobFacts | undefined>;
  /** Does nothing where there is none. */
  readonly delete: (key: string) => Promise<void>;
  /** Deletes every object whose key begins with `prefix`, which ends with a slash. */
  readonly deletePrefix: (prefix: string) => Promise<void>;
  /** A URL under which anybody can read the object until it expires. */
  readonly signedUrl: (key: string, ttlSeconds: number) => Promise<string>;
  /** What a form needs that is posted to the store itself; null where the store takes none. */
  readonly presignedPost: (key: string, options: PostOptions) => Promise<PresignedPost | null>;
  /**
   * Removes what puts left behind whose process died.
   * @returns how many
   */
  readonly sweepParts: (olderThanMs: number) => Promise<number>;
  /** Rejects with the reason when nothing can be stored. */
  readonly ping: () => Promise<void>;
  readonly close: () => void;
}

/** A put or a key that the store refuses; whoever asked is at fault. */
export class BlobError extends Error {
  readonly kind: 'key' | 'too_large';

  constructor(kind: BlobError['kind'], message: string) {
    super(message);
    this.name = 'BlobError';
    this.kind = kind;
  }
}
