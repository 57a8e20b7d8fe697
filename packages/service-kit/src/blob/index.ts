export { blobKeyFault } from './blob-key.ts';
export {
  type Blob,
  BlobError,
  type BlobFacts,
  type BlobStore,
  type ByteRange,
  type PresignedPost,
} from './blob-store.ts';
export { type Counting, counted } from './counted.ts';
export { blobSettings, checkBlobStore, openBlobStore } from './open-blob-store.ts';
export { encodeKey, isSignedKey, type KeySignature } from './signed-key.ts';
