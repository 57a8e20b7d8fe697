import {
  createClient,
  type IdTypes,
  type IntlClient,
  type MainClient,
  type MainTypes,
  type UsTypes,
} from '@redline/client';
import type { CopyPlace } from '../domain/result.ts';
import { siteNamed } from '../domain/sites.ts';
import type { Server } from './server.ts';
import { ServerError, serverErrorOf } from './server-error.ts';

/** The record of a text check, of any site. */
export type TextCheck = UsTypes['text'] | IdTypes['text'] | MainTypes['text'];
/** The record of an image check, of any site. */
export type ImageCheck = UsTypes['image'] | IdTypes['image'] | MainTypes['image'];

/** A picture that a server fetches. */
export interface SubmittedImage {
  readonly imageUrl: string;
  readonly imageTitle: string;
  /** Bytes. */
  readonly imageSize: number;
}

/**
 * Submissions to a server of copy for one place. Each runs and is charged once, whatever breaks on the way, and gives its
 * record, which is completed. They throw a ServerError: in the words of the server, for a check that failed, and for one
 * that has not ended in minutes.
 */
export interface Submissions {
  readonly checkText: (text: string) => Promise<TextCheck>;
  /** Rewrites a text that was checked, by the strategy on the main site. Look at how the rewrite ended. */
  readonly fixText: (id: string, strategy: 'precise' | 'rewrite') => Promise<TextCheck>;
  readonly checkImage: (image: SubmittedImage) => Promise<ImageCheck>;
}

/** Attempts after the first one. */
const retries = 4;
/** For a text, in milliseconds: the request limits, whose window is a minute, may hold each attempt back. */
const timeoutMs = 5 * 60_000;

/**
 * Returns the submissions to a server by the client of the place's site; it sends nothing yet.
 * @param place for texts it has a platform, which the contract requires
 */
export function submissionsTo(server: Server, place: CopyPlace): Submissions {
  const { checkText, fixText, checkImage } = ofSite(server, place);
  return {
    checkText: (text) => completed(server, checkText(text)),
    fixText: (id, strategy) => completed(server, fixText(id, strategy)),
    checkImage: (image) => completed(server, checkImage(image)),
  };
}

function ofSite({ url, key, fetch }: Server, place: CopyPlace): Submissions {
  const settings = { baseUrl: url, apiKey: key, retries, fetch };
  const { id: site } = siteNamed(place.site);
  if (site === 'main') return mainSubmissions(createClient({ ...settings, site }), place);
  if (site === 'id') return intlSubmissions<IdTypes>(createClient({ ...settings, site }), place);
  return intlSubmissions<UsTypes>(createClient({ ...settings, site }), place);
}

// The values of a place are those of its site: `placeOf` has made sure of that.

const intlSubmissions = <T extends UsTypes | IdTypes>(
  { checks }: IntlClient<T>,
  { platform, vertical, locale: explainLocale }: CopyPlace,
): Submissions => ({
  checkText: (text) =>
    checks.text.create({ text, platform, vertical, explainLocale } as T['textBody']).wait({ timeoutMs }),
  fixText: (id) => checks.text.fix(id).wait({ timeoutMs }),
  checkImage: (image) => ended(checks.image, { ...image, explainLocale } as T['imageBody']),
});

const mainSubmissions = (
  { checks }: MainClient,
  { platform, vertical: industryVertical, productVertical, sceneMode }: CopyPlace,
): Submissions => ({
  checkText: (text) =>
    checks.text
      .create({ text, platform, industryVertical, productVertical, sceneMode } as MainTypes['textBody'])
      .wait({ timeoutMs }),
  fixText: (id, strategy) => checks.text.fix(id, { strategy, mode: 'content' }).wait({ timeoutMs }),
  checkImage: (image) => ended(checks.image, { ...image, productVertical } as MainTypes['imageBody']),
});

/** Checks a picture and waits for its end, if the answer has come before it. */
async function ended<B, R extends ImageCheck>(
  { create, wait }: { create: (body: B) => Promise<R>; wait: (id: string) => Promise<R> },
  body: B,
): Promise<R> {
  const check = await create(body);
  return check.status === 'processing' ? wait(check.id) : check;
}

async function completed<R extends TextCheck | ImageCheck>(server: Server, waited: Promise<R>): Promise<R> {
  const record = await waited.catch((error: unknown) => {
    throw serverErrorOf(server, error);
  });
  if (record.status === 'completed') return record;
  throw new ServerError(`the check ${record.id} has failed: ${record.failure?.message ?? record.status}`);
}
