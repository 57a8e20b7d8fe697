import ipaddr from 'ipaddr.js';

/**
 * Tells whether an address is on the public internet. Everything else is refused: loopback, private
 * networks, link-local with the metadata services of clouds, carrier-grade NAT, multicast, reserved blocks, and IPv6
 * addresses that only wrap an IPv4 one (mapped, 6to4, Teredo, NAT64), because another host decides where they lead. So is
 * the one public address behind which a cloud has its metadata.
 * @param address as a resolver or `net` returns it; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  // `parse` would also take octal and short spellings, which no resolver gives and which read differently elsewhere.
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    return ipaddr.IPv4.parse(address).range() === 'unicast' && !ofClouds.has(address);
  }
  if (!ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.zoneId) return false;
  return (
    parsed.range() === 'unicast' && parsed.match(allocated) && !wrapping.some((range) => parsed.match(range))
  );
}

/** Azure's wire server: every virtual machine there reaches it, and gets its extensions' secrets from it. */
const ofClouds: ReadonlySet<string> = new Set(['168.63.129.16']);

/** The only block that IANA allocates public IPv6 addresses from (RFC 4291, 2.5.4). */
const allocated: Range = [ipaddr.IPv6.parse('2000::'), 3];

type Range = [ipaddr.IPv6, number];

/** Inside it: addresses whose lower part names an IPv4 host, and blocks for documentation. */
const wrapping: readonly Range[] = [
  // 6to4, RFC 3056
  [ipaddr.IPv6.parse('2002::'), 16],
  // IETF protocol assignments with Teredo and ORCHID, RFC 2928
  [ipaddr.IPv6.parse('2001::'), 23],
  // Documentation, RFC 3849 and RFC 9637
  [ipaddr.IPv6.parse('2001:db8::'), 32],
  [ipaddr.IPv6.parse('3fff::'), 20],
];
