/**
 * Which IP addresses webhooks may be sent to: those of the public internet. Everything else would let a tenant
 * reach what only the platform can reach.
 * Node's own BlockList compares: ipaddr.js knows ranges by name, and counts 4000::/3 and ::127.0.0.1 as public.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
import type { BlockList } from 'node:net';

// Loaded on demand: most requests contain no address, loading the module would slow every start, and filling the
// lists takes as long as a request.
const net = () => process.getBuiltinModule('node:net');

function networks(family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList {
  const list = new (net().BlockList)();
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

/** Creates a value at its first use. */
function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const blockedIPv4 = lazily(() =>
  networks('ipv4', [
    '0.0.0.0/8', // this network
    '10.0.0.0/8', // private
    '100.64.0.0/10', // carrier-grade NAT
    '127.0.0.0/8', // loopback, including the Lambda runtime API
    '169.254.0.0/16', // link-local: instance and task metadata
    '172.16.0.0/12', // private
    '192.0.0.0/24', // protocol assignments
    '192.0.2.0/24', // documentation
    '192.88.99.0/24', // 6to4 relays
    '192.168.0.0/16', // private
    '198.18.0.0/15', // benchmarks
    '198.51.100.0/24', // documentation
    '203.0.113.0/24', // documentation
    '224.0.0.0/4', // multicast
    '240.0.0.0/4', // reserved, broadcast
  ]),
);

/** IPv4 addresses in IPv6 notation: the operating system connects to the IPv4 address. */
const mappedIPv4 = lazily(() => networks('ipv6', ['::ffff:0:0/96']));

/**
 * All addresses assigned to the internet. Others are loopback, local, multicast and IPv4-compatible ones, and NAT64.
 */
const globalUnicast = lazily(() => networks('ipv6', ['2000::/3']));

const blockedIPv6 = lazily(() =>
  networks('ipv6', [
    '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
    '2001:db8::/32', // documentation
    '2002::/16', // 6to4, which may lead to any IPv4 address
    '3ffe::/16', // the former 6bone
    '3fff::/20', // documentation
  ]),
);

/** The IP address in a URL's host, without brackets and zone; undefined for a name. */
export function literalAddress(host: string): string | undefined {
  const [address = ''] = host.replace(/^\[(.*)\]$/, '$1').split('%', 1);
  return net().isIP(address) === 0 ? undefined : address;
}

/** Whether the text is an IP address of the public internet. False for every other text. */
export function isPublicAddress(ip: string): boolean {
  const address = literalAddress(ip);
  if (address === undefined) return false;
  if (net().isIP(address) === 4) return !blockedIPv4().check(address, 'ipv4');
  // BlockList itself compares a mapped address with IPv4 networks.
  if (mappedIPv4().check(address, 'ipv6')) return !blockedIPv4().check(address, 'ipv6');
  return globalUnicast().check(address, 'ipv6') && !blockedIPv6().check(address, 'ipv6');
}
