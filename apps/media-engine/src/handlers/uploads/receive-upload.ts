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

/** A policy is for one record's files and lives five minutes; past so many begun it is being abused. */
const filesMax = 100;

/** A form whose file begins to arrive. */
export interface ArrivingUpload {
  readonly fields: FormFields;
  readonly file: AsyncIterable<Uint8Array>;
  /** The body is at least this long in all, where its sender says so. */
  readonly declaredBytes: number | undefined;
}

export interface ReceivedUpload {
  readonly key: string;
  readonly url: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** Why an upload is refused; its message is a sentence for whoever sent it. */
export class UploadError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'UploadError';
    this.code = code;
  }
}

/** From the longest time that an upload may take to when its claim lapses. */
const leaseMarginMs = 60_000;
/** A form's fields and boundaries, beside its file. */
const formBytesMax = 1_048_576;

/**
 * Takes a file into the store while it arrives. Nothing stays of one that is refused or breaks off. The same file under
 * the same key once more is answered like the first time, so a client that lost its answer may repeat itself.
 * @throws UploadError; what the store or the database fails with
 */
export function receiveUpload(deps: UploadDeps) {
  return async ({ fields, file, declaredBytes }: ArrivingUpload): Promise<ReceivedUpload> => {
    const read = readPolicy(deps.secret, fields, Date.now());
    if ('refused' in read) throw new UploadError(read.refused.code, read.refused.message);
    const { policy } = read;
    const { key } = fields;
    const fault = blobKeyFault(key);
    if (fault) throw new UploadError('invalid_request', `key ${fault}`);
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
    if (!(await storeUpload(deps.db, claim, stored, deps.keptForMs))) throw taken();
    return sizeBytes;
  } catch (error) {
    // When this fails as well, the claim lapses and the janitor looks at what there is.
    await releaseUpload(deps.db, claim).catch(() => undefined);
    if (error instanceof BlobError && error.kind === 'too_large') throw tooLarge(policy);
    throw error;
  }
}

const taken = () =>
  new UploadError(
    'invalid_request',
    'key is taken by another file, and files are not overwritten; choose another',
  );

/** Reads a file whose key is taken, to see whether it is the same one once more. */
async function compare(
  standing: Exclude<Claimed, { outcome: 'claimed' }>,
  policy: UploadPolicy,
  { chunks }: Sniffed,
): Promise<number> {
  if (standing.outcome === 'receiving') {
    throw new UploadError('invalid_request', 'a file is being uploaded under this key already');
  }
  if (standing.outcome === 'purged') {
    throw new UploadError('invalid_request', 'key was used by a file that has been removed; choose another');
  }
  if (!standing.stored) throw taken();
  const { sha256, body } = hashing(chunks);
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > policy.maxSizeBytes) throw tooLarge(policy);
  }
  if (!sha256().equals(standing.stored.sha256)) throw taken();
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
