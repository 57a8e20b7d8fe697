import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { BlobError, encodeKey } from '@redline/service-kit/blob';
import { createId } from '@redline/service-kit/ids';
import { type Sniffed, sniffType } from '../../clients/file-type/sniff-type.ts';
import { extensionOf } from '../../domain/uploads/extension.ts';
import { quotaSentence } from '../../domain/uploads/quota.ts';
import { isExtensionOf, kindFacts } from '../../domain/uploads/upload-kinds.ts';
import type { UploadPolicy } from '../../domain/uploads/upload-policy.ts';
import {
  type Claim,
  type Claimed,
  claimUpload,
  releaseUpload,
  storeUpload,
} from '../../store/claim-upload.ts';
import { takeFromPolicy } from '../../store/upload-policies.ts';
import type { UploadDeps } from './upload-deps.ts';
import { UploadError } from './upload-error.ts';
import { tooLarge, type VerifiedForm } from './verify-upload.ts';

/** Limit of files per policy. A policy is for the files of one record and lives five minutes; more files are abuse. */
const filesMax = 100;

/** A form whose file is still being received. */
export interface ArrivingUpload extends VerifiedForm {
  readonly file: AsyncIterable<Uint8Array>;
}

export interface ReceivedUpload {
  readonly key: string;
  readonly url: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** Time after the timeout of an upload until its claim expires. */
const leaseMarginMs = 60_000;

/**
 * Stores a file while it is received. Nothing remains of one that is refused or cut off. The same file under the same key
 * is answered like the first time, so a client that lost the reply may retry.
 * @throws UploadError; errors of the store or the database
 */
export function receiveUpload(deps: UploadDeps) {
  return async ({ policy, key, file, declaredBytes }: ArrivingUpload): Promise<ReceivedUpload> => {
    const sniffed = await sniffType(file);
    const contentType = acceptedType(policy, sniffed);
    refuseOtherName(key, contentType);
    const scope = await takeFromPolicy(deps.db, policy.id, filesMax);
    if (!scope) {
      throw new UploadError(
        'invalid_request',
        `one upload policy takes ${filesMax} files; ask for a new one`,
        { fields: ['policy'] },
      );
    }
    const claim = { key, claimId: createId('claim') };
    const claimed = await claimUpload(deps.db, claim, {
      scope,
      kind: policy.kind,
      // The whole body is a little more than the file; without a length it may have what its policy allows.
      reservedBytes: Math.min(declaredBytes ?? policy.maxSizeBytes, policy.maxSizeBytes),
      quota: deps.quota,
      leaseMs: deps.timeoutMs + leaseMarginMs,
    });
    if (claimed.outcome === 'full') throw new UploadError('storage_limit', quotaSentence(deps.quota));
    const sizeBytes =
      claimed.outcome === 'claimed'
        ? await store(deps, claim, policy, { ...sniffed, contentType })
        : await compare(claimed, policy, sniffed);
    return { key, url: `${deps.cdnHost}/${encodeKey(key)}`, contentType, sizeBytes };
  };
}

function acceptedType({ kind }: UploadPolicy, { contentType, isEmpty }: Sniffed): string {
  if (isEmpty) throw new UploadError('invalid_request', 'file is empty', { fields: ['file'] });
  const { contentTypes } = kindFacts[kind];
  if (contentType !== undefined && contentTypes.includes(contentType)) return contentType;
  throw new UploadError(
    'unsupported_media_type',
    `file must be what the policy's kind (${kind}) says, by its content one of: ${contentTypes.join(', ')}`,
  );
}

/** @throws UploadError if the extension of the key is that of another type */
function refuseOtherName(key: string, contentType: string): void {
  const extension = extensionOf(key);
  if (extension === undefined || isExtensionOf(extension, contentType)) return;
  throw new UploadError(
    'invalid_request',
    `key ends in .${extension}, but by its content file is ${contentType}; choose a key with its extension`,
    { fields: ['key'] },
  );
}

async function store(
  deps: UploadDeps,
  claim: Claim,
  policy: UploadPolicy,
  { chunks, contentType }: { readonly chunks: Sniffed['chunks']; readonly contentType: string },
): Promise<number> {
  const { sha256, body } = hashing(chunks);
  const options = { contentType, maxBytes: policy.maxSizeBytes };
  try {
    const { sizeBytes } = await deps.blobs.put(claim.key, body, options);
    const stored = { contentType, sizeBytes, sha256: sha256() };
    if (!(await storeUpload(deps.db, claim, stored, deps.keptForMs))) throw keyTaken();
    return sizeBytes;
  } catch (error) {
    // If this fails too, the claim expires and the janitor settles it.
    await releaseUpload(deps.db, claim).catch(() => undefined);
    if (error instanceof BlobError && error.kind === 'too_large') throw tooLarge(policy);
    throw error;
  }
}

const keyTaken = () =>
  new UploadError(
    'invalid_request',
    'key is taken by another file, and files are not overwritten; choose another',
    { fields: ['key'] },
  );

/** Reads a file whose key is taken, to compare it with the stored one. */
async function compare(
  existing: Exclude<Claimed, { outcome: 'claimed' | 'full' }>,
  policy: UploadPolicy,
  { chunks }: Sniffed,
): Promise<number> {
  if (existing.outcome === 'receiving') {
    throw new UploadError('invalid_request', 'a file is being uploaded under this key already', {
      fields: ['key'],
    });
  }
  if (existing.outcome === 'purged') {
    throw new UploadError('invalid_request', 'key was used by a file that has been removed; choose another', {
      fields: ['key'],
    });
  }
  if (!existing.stored) throw keyTaken();
  const { sha256, body } = hashing(chunks);
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > policy.maxSizeBytes) throw tooLarge(policy);
  }
  if (!sha256().equals(existing.stored.sha256)) throw keyTaken();
  return sizeBytes;
}

function hashing(chunks: AsyncIterable<Uint8Array>): {
  readonly body: Readable;
  readonly sha256: () => Buffer;
} {
  const hash = createHash('sha256');
  const body = Readable.from(
    (async function* () {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    })(),
  );
  return { body, sha256: () => hash.digest() };
}
