import { describe, expect, it } from 'vitest';
import { isAddressRange, isInRanges } from '../../../shared/kernel/base/address-ranges.ts';

describe('isAddressRange', () => {
  it.each([
    ...['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '10.1.2.3/8'],
    ...['2001:db8::/32', '::1', '::/0', '::1/128'],
  ])('accepts %s', (text) => expect(isAddressRange(text)).toBe(true));

  it.each([
    ...['', ' 203.0.113.7', '203.0.113', '203.0.113.256', 'example.com', 'fe80::1%eth0'],
    ...['203.0.113.0/33', '203.0.113.0/08', '203.0.113.0/', '203.0.113.0/24/1', '203.0.113.0/-1'],
    ...['2001:db8::/129', '::ffff:203.0.113.7/300'],
  ])('refuses %j', (text) => expect(isAddressRange(text)).toBe(false));
});

describe('isInRanges', () => {
  it.each<[string, string[], boolean]>([
    ['203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.8', ['203.0.113.7'], false],
    ['203.0.113.255', ['198.51.100.0/24', '203.0.113.0/24'], true],
    ['203.0.114.0', ['198.51.100.0/24', '203.0.113.0/24'], false],
    ['10.255.0.1', ['10.1.2.3/8'], true],
    ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
    ['::FFFF:203.0.113.7', ['203.0.114.0/24'], false],
    ['203.0.113.7', ['::ffff:203.0.113.7'], true],
    ['203.0.113.7', ['::ffff:203.0.113.0/120'], true],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['fe80::1%eth0', ['fe80::/10'], true],
    ['203.0.113.7', ['0.0.0.0/0'], true],
    ['2001:db8::1', ['0.0.0.0/0'], false],
    ['2001:db8::1', ['::/0'], true],
    ['', ['0.0.0.0/0', '::/0'], false],
    ['not an address', ['0.0.0.0/0', '::/0'], false],
    ['203.0.113.7', [], false],
  ])('of %s in %j is %s', (ip, ranges, expected) => expect(isInRanges(ip, ranges)).toBe(expected));
});
