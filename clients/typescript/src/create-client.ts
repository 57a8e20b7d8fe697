import { createApi } from './http/api.ts';
import { type Account, account } from './resources/account.ts';
import { type Batches, batches } from './resources/batches.ts';
import { type CustomRules, customRules } from './resources/custom-rules.ts';
import { type ImageChecks, imageChecks } from './resources/image-checks.ts';
import { type Qualifications, qualifications } from './resources/qualifications.ts';
import { type Reports, reports } from './resources/reports.ts';
import {
  type IntlTextChecks,
  intlTextChecks,
  type MainTextChecks,
  mainTextChecks,
} from './resources/text-checks.ts';
import { type Uploads, uploads } from './resources/uploads.ts';
import { type VideoChecks, videoChecks } from './resources/video-checks.ts';
import { type WebhookEndpoints, webhookEndpoints } from './resources/webhook-endpoints.ts';
import {
  type IdTypes,
  type MainTypes,
  type SiteId,
  type SiteTypes,
  sitePrefixes,
  type UsTypes,
} from './sites.ts';

/** Settings of a client. */
export interface ClientOptions<S extends SiteId> {
  /** Address of the installation, as `https://redline.example`; with the path before `/v1` where there is one. */
  readonly baseUrl: string;
  /** `svc_live_…`, or `svc_test_…` to spend no credits, of one site. It belongs on a server: whoever reads it acts for you. */
  readonly apiKey: string;
  /** The site of the key. */
  readonly site: S;
  /** One of your own customers, whose data is kept apart; each call may name another. */
  readonly endTenant?: string | undefined;
  /** Time for one attempt of a request, in milliseconds. 80,000 when left out: an image may take a minute. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first one that failed. 3 when left out, 0 for none. */
  readonly retries?: number | undefined;
  /** Sends the requests; the global `fetch` when left out. */
  readonly fetch?: typeof fetch | undefined;
}

/** Resources that every site has. */
interface SiteClient<T extends SiteTypes> {
  readonly batches: Batches<T>;
  readonly customRules: CustomRules<T>;
  readonly uploads: Uploads<T>;
  readonly account: Account<T>;
  readonly webhookEndpoints: WebhookEndpoints;
}

/** A client of an international site. */
export interface IntlClient<T extends UsTypes | IdTypes> extends SiteClient<T> {
  readonly checks: {
    readonly text: IntlTextChecks<T>;
    readonly image: ImageChecks<T>;
    readonly video: VideoChecks<T>;
  };
}

/** A client of the Chinese site. */
export interface MainClient extends SiteClient<MainTypes> {
  readonly checks: {
    readonly text: MainTextChecks;
    readonly image: ImageChecks<MainTypes>;
    readonly video: VideoChecks<MainTypes>;
  };
  readonly reports: Reports;
  readonly qualifications: Qualifications;
}

/** The client of each site. */
export interface Clients {
  readonly us: IntlClient<UsTypes>;
  readonly id: IntlClient<IdTypes>;
  readonly main: MainClient;
}

/**
 * Creates a client of one site. It sends nothing and keeps nothing open.
 * @throws TypeError when a setting is missing or malformed
 */
export function createClient<S extends SiteId>(options: ClientOptions<S>): Clients[S] {
  const { baseUrl, apiKey, site, endTenant, timeoutMs = 80_000, retries = 3 } = options;
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new TypeError('baseUrl must be the http or https URL of a Redline installation');
  }
  if (typeof apiKey !== 'string' || apiKey === '')
    throw new TypeError('apiKey is required: svc_live_… or svc_test_…');
  if (!Object.hasOwn(sitePrefixes, site)) {
    throw new TypeError(`site must be one of: ${Object.keys(sitePrefixes).join(', ')}`);
  }
  const api = createApi({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    prefix: sitePrefixes[site],
    apiKey,
    endTenant,
    timeoutMs,
    retries,
    // Bound, since browsers refuse a fetch that is called as a method of something else.
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
  });
  const common = <T extends SiteTypes>(): SiteClient<T> => ({
    batches: batches(api),
    customRules: customRules(api),
    uploads: uploads(api),
    account: account(api),
    webhookEndpoints: webhookEndpoints(api),
  });
  const intl = <T extends UsTypes | IdTypes>(): IntlClient<T> => ({
    checks: { text: intlTextChecks(api), image: imageChecks(api), video: videoChecks(api) },
    ...common<T>(),
  });
  const main = (): MainClient => ({
    checks: { text: mainTextChecks(api), image: imageChecks(api), video: videoChecks(api) },
    ...common<MainTypes>(),
    reports: reports(api),
    qualifications: qualifications(api),
  });
  const clients: { readonly [One in SiteId]: () => Clients[One] } = { us: intl, id: intl, main };
  return clients[site]();
}
