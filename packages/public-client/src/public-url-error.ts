/** Why a URL is not asked: it is not allowed; its address is not public; or its host has no address. */
export type PublicUrlErrorKind = 'url' | 'address' | 'unreachable';

/** The message is a sentence for the client and contains nothing of the URL, which may be signed. */
export class PublicUrlError extends Error {
  readonly kind: PublicUrlErrorKind;

  constructor(kind: PublicUrlErrorKind, message: string) {
    super(message);
    this.name = 'PublicUrlError';
    this.kind = kind;
  }
}

export const privateAddress = (): PublicUrlError =>
  new PublicUrlError('address', 'the URL leads to an address that is not public');

export const httpsNeeded = (): PublicUrlError =>
  new PublicUrlError('url', 'the URL must begin with https://');
