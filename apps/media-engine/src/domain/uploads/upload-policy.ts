import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { uploadKinds } from '@redline/contracts';
import { z } from 'zod';

const policySchema = z.object({
  id: z.string(),
  kind: z.enum(uploadKinds),
  /** Prefix of the key of each file. */
  dir: z.string().min(1),
  maxSizeBytes: z.number().int().positive(),
  expiresAt: z.string().datetime(),
});

/** Permission to upload files until it expires. */
export type UploadPolicy = Readonly<z.infer<typeof policySchema>>;

/** A signed policy, as fields of a form. */
export interface SignedPolicy {
  /** JSON in base64. */
  readonly policy: string;
  readonly accessKeyId: string;
  /** HMAC-SHA256 of the string `policy`, in base64. */
  readonly signature: string;
}

/** Fields of a form, by name. */
export type FormFields = Readonly<Record<'key' | 'policy' | 'StoreAccessKeyId' | 'signature', string>>;

/** Fields that must come before the file. */
export const formFields = ['key', 'policy', 'StoreAccessKeyId', 'signature'] as const;

/** A refusal of a form: a sentence for the client, and whether the form is invalid or not authorized. */
export interface FormRefusal {
  readonly code: 'invalid_request' | 'unauthorized';
  readonly message: string;
}

/** Returns the id of a secret, which distinguishes forms signed by an earlier secret from forged ones. */
const accessKeyIdOf = (secret: string) =>
  `upload_${createHash('sha256').update(`access key id\n${secret}`).digest('hex').slice(0, 16)}`;

const signatureOf = (secret: string, policy: string) => createHmac('sha256', secret).update(policy).digest();

/** Signs a policy; every holder of the result may upload. */
export function signPolicy(secret: string, policy: UploadPolicy): SignedPolicy {
  const text = Buffer.from(JSON.stringify(policy)).toString('base64');
  return {
    policy: text,
    accessKeyId: accessKeyIdOf(secret),
    signature: signatureOf(secret, text).toString('base64'),
  };
}

/**
 * Verifies the policy of a form.
 * @param nowMs the time, as Unix milliseconds
 * @returns the policy, if its signature is valid, it has not expired and it covers the form's key; or why the form is refused
 */
export function readPolicy(
  secret: string,
  form: FormFields,
  nowMs: number,
): { readonly policy: UploadPolicy } | { readonly refused: FormRefusal } {
  if (form.StoreAccessKeyId !== accessKeyIdOf(secret)) {
    return unauthorized('StoreAccessKeyId is not the accessKeyId of an upload policy that is in force');
  }
  const wanted = signatureOf(secret, form.policy);
  const given = Buffer.from(form.signature, 'base64');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    return unauthorized('signature does not belong to policy; send both as the upload policy gave them');
  }
  const policy = policySchema.parse(JSON.parse(Buffer.from(form.policy, 'base64').toString('utf8')));
  if (Date.parse(policy.expiresAt) <= nowMs) {
    return unauthorized(`the upload policy expired at ${policy.expiresAt}; ask for a new one`);
  }
  if (!form.key.startsWith(policy.dir) || form.key === policy.dir) {
    return {
      refused: { code: 'invalid_request', message: `key must begin with ${policy.dir} and go on from there` },
    };
  }
  return { policy };
}

const unauthorized = (message: string) => ({ refused: { code: 'unauthorized', message } as const });
