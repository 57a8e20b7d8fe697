/**
 * Returns where somebody is taken after the sign-in.
 * @param next of the address, which anybody may have written
 * @returns a path of this page; the start for anything else, such as an address of another origin
 */
export function localPath(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return '/';
  const origin = 'http://page.invalid';
  const url = URL.canParse(next, origin) ? new URL(next, origin) : undefined;
  return url?.origin === origin ? `${url.pathname}${url.search}` : '/';
}
