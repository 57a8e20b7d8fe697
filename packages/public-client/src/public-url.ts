import { isIP } from 'node:net';
import type { IsInNetworks } from './networks.ts';
import { isPublicAddress } from './public-address.ts';
import { httpsNeeded, PublicUrlError, privateAddress } from './public-url-error.ts';

const urlLengthMax = 4_096;

/** The URLs that are taken. */
export interface UrlRules {
  /** `https:` alone, or plain HTTP too. */
  readonly schemes: 'https' | 'http or https';
  /** `standard` for 80 and 443 alone. */
  readonly ports: 'standard' | 'any';
  /** Addresses that are taken beside public ones; none where it is left out. */
  readonly isInNetworks?: IsInNetworks;
}

/**
 * Parses a URL that may be asked: of an allowed scheme and port, without credentials, and not an address of a private
 * network. The URL parser normalizes octal, hexadecimal, short and integer IPv4 addresses; names are checked when they
 * are connected to.
 * @param base base URL of a relative redirect
 * @throws PublicUrlError `url` or `address`
 */
export function publicUrl(
  text: string,
  { schemes, ports, isInNetworks = () => false }: UrlRules,
  base?: URL,
): URL {
  if (text.length > urlLengthMax) throw refusedUrl(`is longer than ${urlLengthMax} characters`);
  const url = URL.parse(text, base?.href);
  if (!url) throw refusedUrl('cannot be read');
  const isPlain = url.protocol === 'http:' && schemes === 'http or https';
  if (url.protocol !== 'https:' && !isPlain)
    throw schemes === 'https' ? httpsNeeded() : refusedUrl('must begin with http:// or https://');
  if (url.username !== '' || url.password !== '') throw refusedUrl('must not hold a user name or password');
  if (ports === 'standard' && !['', '80', '443'].includes(url.port))
    throw refusedUrl('must use port 80 or 443');
  const address = hostOf(url);
  if (isIP(address) !== 0 && !isPublicAddress(address) && !isInNetworks(address)) throw privateAddress();
  return url;
}

const refusedUrl = (how: string) => new PublicUrlError('url', `the URL ${how}`);

/** Returns the name or address of a URL; IPv6 without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');
