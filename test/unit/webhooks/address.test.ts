import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, literalAddress } from '../../../shared/kernel/outbound/address.ts';

/** First and last address of each network, and its neighbours if they are public. */
const blockedIPv4 = [
  ['this network', '0.0.0.0', '0.255.255.255', ['1.0.0.0']],
  ['private', '10.0.0.0', '10.255.255.255', ['9.255.255.255', '11.0.0.0']],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255', ['100.63.255.255', '100.128.0.0']],
  ['loopback', '127.0.0.0', '127.255.255.255', ['126.255.255.255', '128.0.0.0']],
  ['link-local', '169.254.0.0', '169.254.255.255', ['169.253.255.255', '169.255.0.0']],
  ['private', '172.16.0.0', '172.31.255.255', ['172.15.255.255', '172.32.0.0']],
  ['protocol assignments', '192.0.0.0', '192.0.0.255', ['191.255.255.255', '192.0.1.0']],
  ['documentation', '192.0.2.0', '192.0.2.255', ['192.0.1.255', '192.0.3.0']],
  ['6to4 relays', '192.88.99.0', '192.88.99.255', ['192.88.98.255', '192.88.100.0']],
  ['private', '192.168.0.0', '192.168.255.255', ['192.167.255.255', '192.169.0.0']],
  ['benchmarks', '198.18.0.0', '198.19.255.255', ['198.17.255.255', '198.20.0.0']],
  ['documentation', '198.51.100.0', '198.51.100.255', ['198.51.99.255', '198.51.101.0']],
  ['documentation', '203.0.113.0', '203.0.113.255', ['203.0.112.255', '203.0.114.0']],
  ['multicast', '224.0.0.0', '239.255.255.255', ['223.255.255.255']],
  ['reserved', '240.0.0.0', '255.255.255.254', []],
  ['broadcast', '255.255.255.255', '255.255.255.255', []],
] as const;

const end = 'ffff:ffff:ffff:ffff';
const blockedIPv6 = [
  ['unspecified and loopback', '::', '::1', []],
  ['IPv4-compatible, dotted', '::8.8.8.8', '::10.0.0.1', []],
  ['IPv4-translated', '::ffff:0:0:0', '::ffff:0:8.8.8.8', []],
  ['NAT64, dotted', '64:ff9b::10.0.0.1', '64:ff9b::8.8.8.8', []],
  ['below global unicast', '64:ff9b::', `1fff:ffff:ffff:ffff:${end}`, ['2000::']],
  ['Teredo', '2001::', `2001:0:ffff:ffff:${end}`, ['2000:ffff::']],
  ['benchmarks', '2001:2::', '2001:2:0:ffff::', []],
  ['ORCHID', '2001:10::', '2001:2f:ffff::', []],
  ['protocol assignments', '2001:30::', `2001:1ff:ffff:ffff:${end}`, ['2001:200::']],
  ['documentation', '2001:db8::', `2001:db8:ffff:ffff:${end}`, ['2001:db7:ffff::', '2001:db9::']],
  ['6to4', '2002::', '2002:808:808::1', ['2003::']],
  ['6bone', '3ffe::', `3ffe:ffff:ffff:ffff:${end}`, ['3ffd::']],
  ['documentation', '3fff::', `3fff:fff:ffff:ffff:${end}`, ['3fff:1000::']],
  ['above global unicast', '4000::', `ffff:ffff:ffff:ffff:${end}`, []],
] as const;

const blocked = [...blockedIPv4, ...blockedIPv6];

describe('an address that is not public', () => {
  it.each(blocked)('%s: %s to %s', (_, first, last) => {
    expect([first, last].filter(isPublicAddress)).toEqual([]);
  });

  it.each([
    ...['::ffff:7f00:1', '0:0:0:0:0:ffff:127.0.0.1', '::FFFF:A9FE:A9FE'],
    ...['[::1]', '[fe80::1%eth0]', 'fe80::1%1', '::1%lo', '::ffff:10.0.0.1%eth0'],
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a public address', () => {
  it.each([
    ...['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', '::ffff:808:808'],
    ...['[2606:4700::1111]', '2606:4700::1111%eth0'],
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(blocked.filter(([, , , neighbours]) => neighbours.length > 0))(
    'next to %s: below %s or above %s',
    (_name, _first, _last, neighbours) => {
      expect(neighbours.filter((address) => !isPublicAddress(address))).toEqual([]);
    },
  );
});

describe('an invalid address', () => {
  it.each(['', 'localhost', '1.2.3', '0x7f.0.0.1', '010.0.0.1', '1.2.3.4.5', ':::', '[', '%eth0'])(
    '%j is not public',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
      expect(literalAddress(text)).toBeUndefined();
    },
  );

  it('is never public, and never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(isPublicAddress(`${text}x`)).toBe(false);
      }),
    );
  });
});

it('an IPv4 address has the same result in its own and in IPv6 notation', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublicAddress(address));
    }),
  );
});

it('no IPv6 address outside 2000::/3 is public, except mapped ones', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const isGlobal = /^[23][0-9a-f]{3}:/i.test(address);
      if (!isGlobal && !/ffff/i.test(address)) expect(isPublicAddress(address)).toBe(false);
    }),
  );
});
