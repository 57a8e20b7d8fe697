import { createHash } from 'node:crypto';
import type { Scope } from '@redline/contracts';

/** The prefix of all uploads, and of nothing else. */
const uploadsPrefix = 'uploads/';

/**
 * Returns the prefix of all uploads of a scope, which is no prefix of another scope's. Accounts and tenants are hashed: the key is
 * part of a public URL.
 */
export function uploadDir({ accountId, siteId, tenantId }: Scope): string {
  const tenant = tenantId === '' ? 'own' : hashed(`${accountId} ${tenantId}`);
  return `${uploadsPrefix}${hashed(accountId)}/${siteId}/${tenant}/`;
}

/** Returns the name that the account of a prefix has in it. */
export const accountOfDir = (dir: string): string => dir.slice(uploadsPrefix.length).split('/', 1)[0] ?? '';

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Tells whether a key is that of an upload. */
export const isUploadKey = (key: string): boolean => key.startsWith(uploadsPrefix);

/**
 * Returns the key of the upload of a URL, if the upload belongs to this scope; null otherwise.
 * @param cdnHost base URL of uploads, without a slash at its end
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
