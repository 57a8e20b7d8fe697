import { BlockList } from 'node:net';

const familyOf = (network: string): 'ipv4' | 'ipv6' => (network.includes(':') ? 'ipv6' : 'ipv4');

function listOf(network: string): BlockList {
  const [address = '', bits = ''] = network.split('/');
  const list = new BlockList();
  list.addSubnet(address, Number(bits), familyOf(network));
  return list;
}

const mapped = listOf('::ffff:0:0/96');

/**
 * Tells whether an API server takes `network` as a part of `whole`, both in CIDR notation: of the same family, smaller, and
 * no IPv4-mapped one, which it reads as all of IPv4.
 */
export function isWithin(network: string, whole: string): boolean {
  const [address = '', bits = ''] = network.split('/');
  const family = familyOf(network);
  if (family !== familyOf(whole) || (family === 'ipv6' && mapped.check(address, family))) return false;
  return Number(bits) > Number(whole.split('/')[1]) && listOf(whole).check(address, family);
}
