/** Address and key of a server. */
export interface Server {
  /** Without a slash at its end: `https://redline.example`. */
  readonly url: string;
  readonly key: string;
  /** Sends the requests; the global one when left out. Tests give another. */
  readonly fetch?: typeof fetch;
}
