import { blobKeyFault } from '@redline/service-kit/blob';
import { accountOfDir } from '../../domain/uploads/upload-dir.ts';
import { type FormFields, readPolicy, type UploadPolicy } from '../../domain/uploads/upload-policy.ts';
import { UploadError } from './upload-error.ts';

/** A form whose policy has been verified; nothing of its file has been looked at. */
export interface VerifiedForm {
  readonly policy: UploadPolicy;
  readonly key: string;
  /** Length of the whole body, if its sender declares it. */
  readonly declaredBytes: number | undefined;
  /** Name of the account that the policy was issued to; not its id, which the policy does not contain. */
  readonly account: string;
}

/** Limit of a form's fields and boundaries, beside its file. */
const formBytesMax = 1_048_576;

/**
 * Verifies the fields of a form, without the database.
 * @throws UploadError
 */
export function verifyUpload(
  secret: string,
  fields: FormFields,
  declaredBytes: number | undefined,
): VerifiedForm {
  const read = readPolicy(secret, fields, Date.now());
  if ('refused' in read) throw new UploadError(read.refused.code, read.refused.message, { fields: ['key'] });
  const { policy } = read;
  const { key } = fields;
  const problem = blobKeyFault(key);
  if (problem) throw new UploadError('invalid_request', `key ${problem}`, { fields: ['key'] });
  if (declaredBytes !== undefined && declaredBytes > policy.maxSizeBytes + formBytesMax)
    throw tooLarge(policy);
  return { policy, key, declaredBytes, account: accountOfDir(policy.dir) };
}

/** Builds the refusal of a file that is larger than its policy allows. */
export const tooLarge = ({ kind, maxSizeBytes }: UploadPolicy) =>
  new UploadError('payload_too_large', `file must have at most ${maxSizeBytes} bytes; it is sent as ${kind}`);
