/** Returns the key by which requests of a client address are counted. */
import { isIPv6 } from 'node:net';

const groupCount = 8;

/** The 16-bit groups of an IPv6 address; an IPv4 address at its end makes two of them. */
function groupsOf(address: string): number[] {
  const withoutIpv4 = address.replace(
    /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
    (_, ...parts: string[]) => {
      const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
    },
  );
  const [head = '', tail] = withoutIpv4.split('::');
  const parse = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [left, right] = [parse(head), parse(tail ?? '')];
  const zeros = tail === undefined ? 0 : groupCount - left.length - right.length;
  return [...left, ...Array.from({ length: zeros }, () => 0), ...right];
}

/**
 * Returns the rate-limit key of a client's address. A provider assigns a whole /64 of IPv6 to one customer, so it is
 * one client; an IPv4 address is one in any notation.
 */
export function addressKey(ip: string): string {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return ip;
  const groups = groupsOf(address);
  const isIpv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isIpv4) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
