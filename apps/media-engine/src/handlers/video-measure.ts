import { type Issue, videoBytesMax, type videoRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import { SourceError } from '../clients/fetching/source-error.ts';
import { isVideo } from '../clients/file-type/is-video.ts';
import type { Deps } from '../deps.ts';
import { isDeclaredSize } from '../domain/videos/declared.ts';

/** The client of the main site waits so long while its file is measured (document 4, Media and Batches). */
const measureMs = 10_000;

/** Measures a video of a batch before the batch is accepted, as `prepare` does for a single check. */
export const measureVideo =
  (deps: Pick<Deps, 'measureSource'>): RequestHandler<typeof videoRequests.measure> =>
  async ({ videoUrl, videoSize, deadlineMs }) => {
    const waitMs = Math.min(Math.max(0, deadlineMs - Date.now()), measureMs);
    const issue = await issueOfDeclared(deps, { url: videoUrl, sizeMb: videoSize }, waitMs);
    return issue === null
      ? { outcome: 'fits' }
      : { outcome: 'misfit', message: issue.message, issues: [issue] };
  };

/**
 * Compares a file with its declaration. A size that the server does not send is verified when the file is fetched.
 * @param declared `sizeMb` in megabytes of either kind
 * @returns what is wrong with which field, as a sentence for the client; null if nothing is
 * @throws errors that are not the client's
 */
export async function issueOfDeclared(
  { measureSource }: Pick<Deps, 'measureSource'>,
  { url, sizeMb }: { readonly url: string; readonly sizeMb: number },
  waitMs = measureMs,
): Promise<Issue | null> {
  try {
    const { sizeBytes, head } = await measureSource(url, AbortSignal.timeout(waitMs));
    if (!(await isVideo(head))) return ofUrl('videoUrl must lead to a video file (MP4, MOV, WebM, MKV, AVI)');
    if (sizeBytes === null) return null;
    if (sizeBytes > videoBytesMax)
      return ofUrl(`the file behind videoUrl is larger than ${videoBytesMax} bytes`);
    if (isDeclaredSize(sizeMb, sizeBytes)) return null;
    const message = `videoSize is ${sizeMb} MB, but the file behind videoUrl has ${sizeBytes} bytes`;
    return { path: 'videoSize', message };
  } catch (error) {
    if (error instanceof SourceError) return ofUrl(`videoUrl cannot be fetched: ${error.message}`);
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      const seconds = Math.round(waitMs / 1_000);
      return ofUrl(`videoUrl cannot be fetched: its server did not answer within ${seconds} seconds`);
    }
    throw error;
  }
}

const ofUrl = (message: string): Issue => ({ path: 'videoUrl', message });
