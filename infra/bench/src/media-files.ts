import { makePicture, makeVideo, type UploadedFile, uploadFile } from '@redline/testkit';

const videoSeconds = 6;

/** Uploads different pictures of words, and a video of six seconds with words. */
export async function uploadMedia(apiUrl: string, key: string, pictureCount: number) {
  const client = { siteUrl: `${apiUrl}/v1/intl/us`, key };
  const pictures: UploadedFile[] = [];
  for (let number = 0; number < pictureCount; number++) {
    const words = `Our oat soap no. ${number}\ncures eczema overnight\nLose 20 pounds in 2 weeks`;
    pictures.push(await uploadFile(client, 'image', await makePicture(words)));
  }
  const file = await makeVideo({ words: 'cures arthritis', seconds: videoSeconds, isSilent: true });
  return { pictures, video: await uploadFile(client, 'video', file), videoSeconds };
}
