/**
 * Why a file was not fetched: its URL is none that is fetched; it leads to an address that is not public; nobody answers
 * there; the answer is none with a file; the file is larger, or comes more slowly, than it may; or it is redirected too
 * often.
 */
export type SourceErrorKind =
  | 'url'
  | 'address'
  | 'unreachable'
  | 'status'
  | 'too_large'
  | 'too_slow'
  | 'redirects';

/** Its message is a sentence for whoever gave the URL, and holds nothing of it: a URL may be signed. */
export class SourceError extends Error {
  readonly kind: SourceErrorKind;

  constructor(kind: SourceErrorKind, message: string) {
    super(message);
    this.name = 'SourceError';
    this.kind = kind;
  }
}
