/**
 * Reasons why a file was not fetched: the URL is not allowed; its address is not public; the server cannot be reached; its
 * response is not a file; the file is too large, or is sent too slowly; or there are too many redirects.
 */
export type SourceErrorKind =
  | 'url'
  | 'address'
  | 'unreachable'
  | 'status'
  | 'too_large'
  | 'too_slow'
  | 'redirects';

/** The message is a sentence for the client and contains nothing of the URL, which may be signed. */
export class SourceError extends Error {
  readonly kind: SourceErrorKind;

  constructor(kind: SourceErrorKind, message: string) {
    super(message);
    this.name = 'SourceError';
    this.kind = kind;
  }
}
