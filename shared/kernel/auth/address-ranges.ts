/** IP addresses and CIDR ranges from which an API key may be used. Pure. */

// Loaded on demand: few keys have ranges, and loading the module would slow every start.
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

/** Whether one of the ranges contains the address. An IPv4 address equals its IPv6 notation (`::ffff:203.0.113.7`). */
export function isInRanges(ip: string, ranges: readonly string[]): boolean {
  const [address = ''] = ip.split('%', 1);
  if (net().isIP(address) === 0) return false;
  const allowed = new (net().BlockList)();
  for (const range of ranges.map(parseRange)) {
    if (range) allowed.addSubnet(range.network, range.prefix, range.family);
  }
  return allowed.check(address, familyOf(address));
}
