import { createHash } from 'node:crypto';
import type { Scope } from '@redline/contracts';

/** Below it lie uploads, and nothing else. */
const uploadsPrefix = 'uploads/';

/**
 * The prefix of all uploads of a scope, which no other scope's begins with. Accounts and tenants are hashed: the key is
 * part of a URL that anybody may see.
 */
export function uploadDir({ accountId, siteId, tenantId }: Scope): string {
  const tenant = tenantId === '' ? 'own' : hashed(`${accountId} ${tenantId}`);
  return `${uploadsPrefix}${hashed(accountId)}/${siteId}/${tenant}/`;
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Whether a key is an upload's. */
export const isUploadKey = (key: string): boolean => key.startsWith(uploadsPrefix);

/**
 * The key of the upload that a URL names, if it is one of this scope's.
 * @param cdnHost the URL that uploads are served below, without a slash at its end
 */
export function ownUploadKey(cdnHost: string, url: string, scope: Scope): string | null {
  const served = `${cdnHost}/`;
  const [path = ''] = url.split(/[?#]/, 1);
  if (!path.startsWith(served)) return null;
  try {
    const key = decodeURIComponent(path.slice(served.length));
    return key.startsWith(uploadDir(scope)) && !key.split('/').includes('..') ? key : null;
  } catch {
    return null;
  }
}
