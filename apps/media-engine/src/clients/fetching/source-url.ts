import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import { SourceError } from './source-error.ts';

const urlLengthMax = 4_096;

/**
 * Parses a URL that a file may be fetched from: http or https on the standard port, without credentials, and not an
 * address of a private network. The URL parser normalizes octal, hexadecimal, short and integer IPv4 addresses; names are
 * checked when they are connected to.
 * @param base base URL of a relative redirect
 * @throws SourceError `url` or `address`
 */
export function sourceUrl(text: string, base?: URL): URL {
  if (text.length > urlLengthMax)
    throw new SourceError('url', `the URL is longer than ${urlLengthMax} characters`);
  const url = URL.parse(text, base?.href);
  if (!url) throw new SourceError('url', 'the URL cannot be read');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new SourceError('url', 'the URL must begin with http:// or https://');
  if (url.username !== '' || url.password !== '')
    throw new SourceError('url', 'the URL must not hold a user name or password');
  if (url.port !== '' && url.port !== '80' && url.port !== '443')
    throw new SourceError('url', 'the URL must use port 80 or 443');
  const address = hostOf(url);
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw privateAddress();
  return url;
}

/** Returns the name or address of a URL; IPv6 without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

export const privateAddress = (): SourceError =>
  new SourceError('address', 'the URL leads to an address that is not public');
