import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerText, normalizeAddress } from '../../../shared/modules/email/address.ts';
import { mailboxOf } from '../../../shared/modules/email/sending/sender.ts';

const long = (count: number): string => 'a'.repeat(count);

describe('an address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' Ada@Example.COM ', 'ada@example.com'],
    ["o'neil+tag@mail.example.co.uk", "o'neil+tag@mail.example.co.uk"],
    [`${long(64)}@example.com`, `${long(64)}@example.com`],
  ])('%j is used as %j', (text, expected) => {
    expect(normalizeAddress(text)).toBe(expected);
  });

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@localhost',
    'ada@@example.com',
    'ada lovelace@example.com',
    'ada@example.com\r\nBcc: all@example.com',
    'ada@example.com,bob@example.com',
    '"ada lovelace"@example.com',
    '.ada@example.com',
    'ada..b@example.com',
    'ada@-example.com',
    'ada@exa_mple.com',
    'ädä@example.com',
    '<ada@example.com>',
    `${long(65)}@example.com`,
    `ada@${long(63)}.${long(63)}.${long(63)}.${long(63)}.com`,
  ])('%j is refused', (text) => {
    expect(normalizeAddress(text)).toBeUndefined();
  });
});

describe('a header', () => {
  it('never contains a line break or another control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(headerText(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(mailboxOf('a@example.com', text)).toMatch(/^[ -~]*<?a@example\.com>?$/);
      }),
    );
  });

  it('is shortened to the maximum length of a subject', () => {
    expect(headerText(long(1_000))).toHaveLength(250);
  });

  it.each([
    [null, 'a@example.com'],
    ['Example Ltd', '"Example Ltd" <a@example.com>'],
    ['Say "hi"', '"Say \\"hi\\"" <a@example.com>'],
    ['Müller\r\nBcc: b@example.com', '=?UTF-8?B?TcO8bGxlciBCY2M6IGJAZXhhbXBsZS5jb20=?= <a@example.com>'],
  ])('formats the sender %j as %s', (name, expected) => {
    expect(mailboxOf('a@example.com', name)).toBe(expected);
  });
});
