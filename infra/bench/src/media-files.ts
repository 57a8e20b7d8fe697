import { createHash } from 'node:crypto';
import { makePicture, makeVideo } from '@redline/testkit';

/** A file that was uploaded, as a client declares it. */
export interface MediaFile {
  readonly url: string;
  readonly bytes: number;
}

const videoSeconds = 6;

/** Uploads pictures of words, each another one, and a video of six seconds with words on it. */
export async function uploadMedia(apiUrl: string, key: string, pictureCount: number) {
  const pictures: MediaFile[] = [];
  for (let number = 0; number < pictureCount; number++) {
    const words = `Our oat soap no. ${number}\ncures eczema overnight\nLose 20 pounds in 2 weeks`;
    pictures.push(await upload(apiUrl, key, { kind: 'image', file: await makePicture(words) }));
  }
  const file = await makeVideo({ words: 'cures arthritis', seconds: videoSeconds, isSilent: true });
  const video = await upload(apiUrl, key, { kind: 'video', file });
  return { pictures, video, videoSeconds };
}

async function upload(
  apiUrl: string,
  key: string,
  { kind, file }: { readonly kind: 'image' | 'video'; readonly file: Buffer },
): Promise<MediaFile> {
  const type = kind === 'image' ? 'image/jpeg' : 'video/mp4';
  const name = `${createHash('sha256').update(file).digest('hex').slice(0, 16)}.${kind === 'image' ? 'jpg' : 'mp4'}`;
  const asked = await fetch(`${apiUrl}/v1/intl/us/uploads/policy`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind, filename: name }),
  });
  const { data } = (await asked.json()) as { readonly data: Readonly<Record<string, string>> };
  const form = new FormData();
  form.set('key', data.key ?? '');
  form.set('policy', data.policy ?? '');
  form.set('StoreAccessKeyId', data.accessKeyId ?? '');
  form.set('signature', data.signature ?? '');
  form.set('file', new Blob([new Uint8Array(file)], { type }), name);
  const sent = await fetch(`${apiUrl}/uploads`, { method: 'POST', body: form });
  if (sent.status !== 201) throw new Error(`the upload was answered ${sent.status}`);
  const answer = (await sent.json()) as { readonly data: { readonly url: string } };
  return { url: answer.data.url, bytes: file.length };
}
