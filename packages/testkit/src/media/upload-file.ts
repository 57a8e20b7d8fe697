import { randomUUID } from 'node:crypto';

/** A file that was uploaded, as a client declares it. */
export interface UploadedFile {
  readonly url: string;
  readonly bytes: number;
}

const types = {
  image: { type: 'image/jpeg', extension: 'jpg' },
  video: { type: 'video/mp4', extension: 'mp4' },
};
const timeoutMs = 60_000;

/**
 * Uploads a JPEG or an MP4 by the documented form.
 * @param siteUrl the API's address with the prefix of a site, such as `http://127.0.0.1:8080/v1/intl/us`
 * @throws Error with the status of what was refused
 */
export async function uploadFile(
  { siteUrl, key }: { readonly siteUrl: string; readonly key: string },
  kind: keyof typeof types,
  file: Buffer,
): Promise<UploadedFile> {
  const { type, extension } = types[kind];
  const filename = `${randomUUID()}.${extension}`;
  const issued = await fetch(`${siteUrl}/uploads/policy`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind, filename }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!issued.ok) throw new Error(`an upload policy was answered ${issued.status}`);
  const { data: policy } = (await issued.json()) as { readonly data: Readonly<Record<string, string>> };
  const form = new FormData();
  for (const name of ['key', 'policy', 'signature']) form.set(name, policy[name] ?? '');
  form.set('StoreAccessKeyId', policy.accessKeyId ?? '');
  form.set('file', new Blob([new Uint8Array(file)], { type }), filename);
  const sent = await fetch(policy.host ?? '', {
    method: 'POST',
    body: form,
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (sent.status !== 201) throw new Error(`an upload was answered ${sent.status}`);
  const { data } = (await sent.json()) as { readonly data: { readonly url: string } };
  return { url: data.url, bytes: file.length };
}
