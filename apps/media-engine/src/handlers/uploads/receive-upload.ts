import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ErrorCode } from '@redline/contracts';
import { BlobError, blobKeyFault, encodeKey } from '@redline/service-kit/blob';
import { createId } from '@redline/service-kit/ids';
import { type Sniffed, sniffType } from '../../clients/file-type/sniff-type.ts';
import { kindFacts } from '../../domain/uploads/upload-kinds.ts';
import { type FormFields, readPolicy, type UploadPolicy } from '../../domain/uploads/upload-policy.ts';
import {
  type Claim,
  type Claimed,
  claimUpload,
  releaseUpload,
  storeUpload,
} from '../../store/claim-upload.ts';
import { takeFromPolicy } from '../../store/upload-policies.ts';
import type { UploadDeps } from './upload-deps.ts';

/** Limit of files per policy. A policy is for the files of one record and lives five minutes; more files are abuse. */
const filesMax = 100;

/** A form whose file is still being received. */
export interface ArrivingUpload {
  readonly fields: FormFields;
  readonly file: AsyncIterable<Uint8Array>;
  /** Length of the whole body, if its sender declares it. */
  readonly declaredBytes: number | undefined;
}

export interface ReceivedUpload {
  readonly key: string;
  readonly url: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** The upload is refused. Its message is a sentence for the client. */
export class UploadError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'UploadError';
    this.code = code;
  }
}

/** Time after the timeout of an upload until its claim expires. */
const leaseMarginMs = 60_000;
/** Limit of a form's fields and boundaries, beside its file. */
const formBytesMax = 1_048_576;

/**
 * Stores a file while it is received. Nothing remains of one that is refused or cut off. The same file under the same key
 * is answered like the first time, so a client that lost the reply may retry.
 * @throws UploadError; errors of the store or the database
 */
export function receiveUpload(deps: UploadDeps) {
  return async ({ fields, file, declaredBytes }: ArrivingUpload): Promise<ReceivedUpload> => {
    const read = readPolicy(deps.secret, fields, Date.now());
    if ('refused' in read) throw new UploadError(read.refused.code, read.refused.message);
    const { policy } = read;
    const { key } = fields;
    const problem = blobKeyFault(key);
    if (problem) throw new UploadError('invalid_request', `key ${problem}`);
    if (declaredBytes !== undefined && declaredBytes > policy.maxSizeBytes + formBytesMax)
      throw tooLarge(policy);
    const sniffed = await sniffType(file);
    const contentType = acceptedType(policy, sniffed);
    const scope = await takeFromPolicy(deps.db, policy.id, filesMax);
    if (!scope) {
      throw new UploadError(
        'invalid_request',
        `one upload policy takes ${filesMax} files; ask for a new one`,
      );
    }
    const claim = { key, claimId: createId('claim') };
    const claimed = await claimUpload(deps.db, claim, {
      scope,
      kind: policy.kind,
      leaseMs: deps.timeoutMs + leaseMarginMs,
    });
    const sizeBytes =
      claimed.outcome === 'claimed'
        ? await store(deps, claim, policy, { ...sniffed, contentType })
        : await compare(claimed, policy, sniffed);
    return { key, url: `${deps.cdnHost}/${encodeKey(key)}`, contentType, sizeBytes };
  };
}

const tooLarge = ({ kind, maxSizeBytes }: UploadPolicy) =>
  new UploadError('payload_too_large', `file must have at most ${maxSizeBytes} bytes; it is sent as ${kind}`);

function acceptedType({ kind }: UploadPolicy, { contentType, isEmpty }: Sniffed): string {
  if (isEmpty) throw new UploadError('invalid_request', 'file is empty');
  const { contentTypes } = kindFacts[kind];
  if (contentType !== undefined && contentTypes.includes(contentType)) return contentType;
  throw new UploadError(
    'unsupported_media_type',
    `file must be what the policy's kind (${kind}) says, by its content one of: ${contentTypes.join(', ')}`,
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
  );

/** Reads a file whose key is taken, to compare it with the stored one. */
async function compare(
  existing: Exclude<Claimed, { outcome: 'claimed' }>,
  policy: UploadPolicy,
  { chunks }: Sniffed,
): Promise<number> {
  if (existing.outcome === 'receiving') {
    throw new UploadError('invalid_request', 'a file is being uploaded under this key already');
  }
  if (existing.outcome === 'purged') {
    throw new UploadError('invalid_request', 'key was used by a file that has been removed; choose another');
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
