/** IP addresses and CIDR ranges. Pure. */

// Loaded on demand: few requests need it, and loading the module would slow every start.
const net = () => process.getBuiltinModule('node:net');

interface Range {
  network: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

const familyOf = (address: string) => (net().isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Parses a range; a single address is a range of one. Undefined for any other text. */
function parseRange(text: string): Range | undefined {
  const [, network = '', prefix] = /^([^/%]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  if (net().isIP(network) === 0) return undefined;
  const family = familyOf(network);
  const bits = family === 'ipv4' ? 32 : 128;
  const range = { network, prefix: prefix === undefined ? bits : Number(prefix), family } as const;
  return range.prefix <= bits ? range : undefined;
}

/** Whether the text is an IPv4 or IPv6 address, or a range such as `203.0.113.0/24`. */
export function isAddressRange(text: string): boolean {
  return parseRange(text) !== undefined;
}

/**
 * Returns whether an address is in one of the ranges. An IPv4 address equals its IPv6 notation (`::ffff:203.0.113.7`).
 * Texts that are no ranges contain no address.
 */
export function compileRanges(ranges: readonly string[]): (ip: string) => boolean {
  const allowed = new (net().BlockList)();
  for (const range of ranges.map(parseRange)) {
    if (range) allowed.addSubnet(range.network, range.prefix, range.family);
  }
  return (ip) => {
    const [address = ''] = ip.split('%', 1);
    return net().isIP(address) !== 0 && allowed.check(address, familyOf(address));
  };
}

/** Whether one of the ranges contains the address. */
export const isInRanges = (ip: string, ranges: readonly string[]): boolean => compileRanges(ranges)(ip);
