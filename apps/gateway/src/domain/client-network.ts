import { isIP } from 'node:net';

/** Mapped IPv4 (RFC 4291, 2.5.5.2) in the form in which Node prints it. */
const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const groupsOfNetwork = 4;

/**
 * Whom a request without a valid key is counted for: an IPv4 address, or the /64 network of an IPv6 address,
 * since one subscriber has 2^64 of those.
 * @param address as the socket or a trusted proxy gives it
 */
export function clientNetwork(address: string): string {
  const plain = address.split('%', 1)[0] ?? address;
  const mapped = mappedIpv4.exec(plain)?.[1];
  if (mapped) return mapped;
  const family = isIP(plain);
  // A proxy that hands on what a client wrote must not fill the table of buckets with it.
  if (family === 0) return 'unknown';
  if (family === 4) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return `${groups
    .slice(0, groupsOfNetwork)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
