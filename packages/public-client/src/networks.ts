import ipaddr from 'ipaddr.js';

/** Tells whether an address, as a resolver returns it, is in one of some networks. */
export type IsInNetworks = (address: string) => boolean;

/**
 * Reads networks that an operator lets be reached though they are private.
 * @param cidrs `10.0.0.0/8`, `fd00::/8`
 * @throws Error if one of them is no network
 */
export function readNetworks(cidrs: readonly string[]): IsInNetworks {
  const networks = cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.parse(address);
    return networks.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
    );
  };
}
