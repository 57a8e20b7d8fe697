import { refusedFields, type uploadRequests } from '@redline/contracts';
import type { RequestHandlers } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { extensionOf } from '../../domain/uploads/extension.ts';
import { isFull, quotaSentence } from '../../domain/uploads/quota.ts';
import { uploadDir } from '../../domain/uploads/upload-dir.ts';
import { kindFacts, typeOfExtension, type UploadKind } from '../../domain/uploads/upload-kinds.ts';
import { signPolicy } from '../../domain/uploads/upload-policy.ts';
import { insertPolicy } from '../../store/upload-policies.ts';
import { usageOf } from '../../store/upload-usage.ts';
import type { UploadDeps } from './upload-deps.ts';

/** Documents 1 to 3: a credential lives five minutes. */
const policyMs = 5 * 60_000;

/** Issues upload policies. */
export function uploadHandlers(deps: UploadDeps): RequestHandlers<typeof uploadRequests> {
  return {
    async policy({ scope, kind, filename }) {
      const extension = filename === null ? undefined : extensionOf(filename);
      if (filename !== null && extension === undefined) {
        const message = 'filename must end in an extension, as in photo.jpg';
        return refusedFields([{ path: 'filename', message }]);
      }
      if (isFull(deps.quota, await usageOf(deps.db, scope.accountId))) {
        return { outcome: 'refused', code: 'storage_limit', message: quotaSentence(deps.quota) };
      }
      const { maxSizeBytes, contentTypes } = kindFacts[kind];
      const dir = uploadDir(scope);
      const key = `${dir}${createId('file')}${extension ? `.${extension}` : ''}`;
      const id = createId('policy');
      const expiresAt = new Date(Date.now() + policyMs);
      const form = extension ? await directForm(deps, key, kind, extension) : null;
      const issued = { id, scope, kind, expiresAt, direct: form && { key, maxBytes: maxSizeBytes } };
      const { isDirect } = await insertPolicy(deps.db, issued, deps.quota);
      const direct = isDirect && form;
      const policy = { id, kind, dir, maxSizeBytes, expiresAt: expiresAt.toISOString() };
      const signed = signPolicy(deps.secret, policy);
      return {
        outcome: 'issued',
        policy: {
          kind,
          host: deps.host,
          cdnHost: deps.cdnHost,
          dir,
          key,
          ...signed,
          fields: {
            key,
            policy: signed.policy,
            StoreAccessKeyId: signed.accessKeyId,
            signature: signed.signature,
          },
          maxSizeBytes,
          expiresAt: policy.expiresAt,
          contentTypes: [...contentTypes],
          ...(direct ? { direct } : {}),
        },
      };
    },
  };
}

/** Only for files whose name promises a type that is taken: the store does not look inside. */
async function directForm({ blobs }: UploadDeps, key: string, kind: UploadKind, extension: string) {
  const contentType = typeOfExtension(kind, extension);
  if (!contentType) return null;
  const { maxSizeBytes: maxBytes } = kindFacts[kind];
  const form = await blobs.presignedPost(key, { contentType, maxBytes, ttlSeconds: policyMs / 1_000 });
  return form && { url: form.url, fields: { ...form.fields } };
}
