import { isIP } from 'node:net';

/** Mapped IPv4 (RFC 4291, 2.5.5.2) as Node formats it. */
const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const groupsOfNetwork = 4;

/**
 * Returns the network that a request without a valid key is counted for: an IPv4 address, or the /64 network of an IPv6
 * address, since one subscriber has 2^64 of those.
 * @param address of the socket or from a trusted proxy
 */
export function clientNetwork(address: string): string {
  const plain = address.split('%', 1)[0] ?? address;
  const mapped = mappedIpv4.exec(plain)?.[1];
  if (mapped) return mapped;
  const family = isIP(plain);
  // A proxy may pass on any string of a client, which must not fill the table of buckets.
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
