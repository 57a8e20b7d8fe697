/** An answer of the API; `text` is the body as it came. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The `data` of the envelope; undefined where there is none. */
  readonly data: Fields | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

/** A key of a site at work. */
export interface Client {
  readonly site: string;
  /** The API with the prefix of the site. */
  readonly siteUrl: string;
  readonly key: string;
  readonly ask: (method: string, path: string, body?: object, headers?: HeadersOf) => Promise<Answer>;
  /** As `ask`; gives the data. Throws an Error for anything but success. */
  readonly get: (path: string) => Promise<Fields>;
  readonly post: (path: string, body?: object, headers?: HeadersOf) => Promise<Fields>;
}

type HeadersOf = Readonly<Record<string, string>>;

const prefixes: Readonly<Record<string, string>> = { us: '/v1/intl/us', id: '/v1/intl/id', main: '/v1' };
/** An image is answered within a minute. */
const timeoutMs = 75_000;

export function openClient(apiUrl: string, site: string, key: string): Client {
  const siteUrl = `${apiUrl}${prefixes[site] ?? ''}`;
  const ask: Client['ask'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${siteUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, text, data: dataOf(text) };
  };
  const succeed = async (
    method: string,
    path: string,
    body?: object,
    headers?: HeadersOf,
  ): Promise<Fields> => {
    const { status, text, data } = await ask(method, path, body, headers);
    if (status >= 300 || data === undefined) throw new Error(`${site} ${method} ${path}: ${status} ${text}`);
    return data;
  };
  return {
    site,
    siteUrl,
    key,
    ask,
    get: (path) => succeed('GET', path),
    post: (path, body, headers) => succeed('POST', path, body, headers),
  };
}

function dataOf(text: string): Fields | undefined {
  try {
    return (JSON.parse(text) as { readonly data?: Fields }).data;
  } catch {
    return undefined;
  }
}
