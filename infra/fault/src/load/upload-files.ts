import { makePicture, makeVideo, uploadFile } from '@redline/testkit';
import type { Customer } from './client.ts';
import type { LoadFiles } from './copy.ts';

const videoSeconds = 3;

/** Uploads a picture and a video of a customer that deletes nothing, since deleting a check deletes its upload. */
export async function uploadFiles(apiUrl: string, { apiKey, sitePath }: Customer): Promise<LoadFiles> {
  const client = { siteUrl: `${apiUrl}${sitePath}`, key: apiKey };
  const words = 'cures arthritis\nin three days';
  const [picture, video] = [await makePicture(words), await makeVideo({ words, seconds: videoSeconds })];
  return {
    picture: await uploadFile(client, 'image', picture),
    video: await uploadFile(client, 'video', video),
    videoSeconds,
  };
}
