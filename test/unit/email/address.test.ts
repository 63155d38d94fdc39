import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddressList } from '../../../shared/kernel/base/address-list.ts';
import { normalizeAddress } from '../../../shared/kernel/base/email-address.ts';
import { headerText } from '../../../shared/modules/email/address.ts';
import { mailboxOf } from '../../../shared/modules/email/sending/sender.ts';

const long = (count: number): string => 'a'.repeat(count);

describe('an address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' Ada@Example.COM ', 'ada@example.com'],
    ["o'neil+tag@mail.example.co.uk", "o'neil+tag@mail.example.co.uk"],
    [`${long(64)}@example.com`, `${long(64)}@example.com`],
    ['a/b=c&d#e!f$g%h*i?j^k{l|m}n~o_p`q@example.com', 'a/b=c&d#e!f$g%h*i?j^k{l|m}n~o_p`q@example.com'],
    ['u@bücher.example', 'u@xn--bcher-kva.example'],
    ['u@BÜCHER.example', 'u@xn--bcher-kva.example'],
    ['u@xn--bcher-kva.example', 'u@xn--bcher-kva.example'],
    ['u@例え.テスト', 'u@xn--r8jz45g.xn--zckzah'],
  ])('%j is used as %j', (text, expected) => {
    expect(normalizeAddress(text)).toBe(expected);
  });

  it.each([
    ...['', 'ada', '@example.com', 'ada@', 'ada@localhost', 'ada@@example.com', 'x@y@z.example'],
    ...['ada lovelace@example.com', '"ada lovelace"@example.com', 'ada@example.com,bob@example.com'],
    ...['.ada@example.com', 'ada..b@example.com', 'ada@-example.com', 'ada@exa_mple.com'],
    ...['ädä@example.com', '\u212aen@example.com', 'ada@bü cher.example'],
    ...['<ada@example.com>', 'Ada <ada@example.com>', 'ada@example.com\r\nBcc: all@example.com'],
    ...['ada@1.2.3.4', 'ada@[127.0.0.1]', `${long(65)}@example.com`],
    `ada@${long(63)}.${long(63)}.${long(63)}.${long(63)}.com`,
  ])('%j is refused', (text) => {
    expect(normalizeAddress(text)).toBeUndefined();
  });
});

describe('a list of recipients', () => {
  it.each<[string, string[], string[]]>([
    ['Jan Meyer <jan@example.com>', ['jan@example.com'], []],
    ['"Doe, John" <john@example.com>, ann@example.com', ['john@example.com', 'ann@example.com'], []],
    ['a@example.com; Bob <b@example.com>;', ['a@example.com', 'b@example.com'], []],
    ['mailto:a@example.com?subject=Hello', ['a@example.com'], []],
    ['MAILTO:a%2Bb@example.com', ['a+b@example.com'], []],
    ['Jörg <j@bücher.example>', ['j@xn--bcher-kva.example'], []],
    ['Team: a@example.com, B <b@example.com>;', ['a@example.com', 'b@example.com'], []],
    ['a@example.com (Sales, Berlin)', ['a@example.com'], []],
    ['=?utf-8?B?SsO2cmc=?= <j@example.com>', ['j@example.com'], []],
    ['A@example.com, a@EXAMPLE.com', ['a@example.com'], []],
    [' , ;', [], []],
    ['x@y@z', [], ['x@y@z']],
    ['Müller, Hans <h@example.com>', ['h@example.com'], ['Müller']],
    ['a@example.com b@example.com', [], ['a@example.com b@example.com']],
    ['Team: a@example.com, x@y@z;', [], ['Team: a@example.com', 'x@y@z']],
    ['"Jan" jan@example.com', [], ['"Jan" jan@example.com']],
  ])('%j is read as %j, without %j', (text, addresses, invalid) => {
    expect(parseAddressList(text)).toEqual({ addresses, invalid });
  });

  it('is read in little time, however it is written', () => {
    for (const part of ['(', '"', '<', 'a,', '(a)', 'a:b;', '\\', '@'])
      expect(parseAddressList(`${part.repeat(20_000)}x`).addresses).toEqual([]);
  });
});

describe('a header', () => {
  it('never contains a line break or another control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(headerText(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        const mailbox = mailboxOf('a@example.com', text);
        expect(mailbox).toMatch(/^[ -~]*<?a@example\.com>?$/);
        for (const word of mailbox.match(/=\?UTF-8\?B\?\S+/g) ?? [])
          expect(word.length).toBeLessThanOrEqual(75);
      }),
    );
  });

  it('is shortened to the maximum length of a subject', () => {
    expect(headerText(long(1_000))).toHaveLength(250);
  });

  it.each([
    ['', 'a@example.com'],
    ['Example Ltd', '"Example Ltd" <a@example.com>'],
    ['Say "hi"', '"Say \\"hi\\"" <a@example.com>'],
    ['Müller\r\nBcc: b@example.com', '=?UTF-8?B?TcO8bGxlciBCY2M6IGJAZXhhbXBsZS5jb20=?= <a@example.com>'],
    [
      'Übersichten für Außendienst, Lager und Buchhaltung',
      '=?UTF-8?B?w5xiZXJzaWNodGVuIGbDvHIgQXXDn2VuZGllbnN0LCBMYWdlciB1bmQgQnVj?= =?UTF-8?B?aGhhbHR1bmc=?= <a@example.com>',
    ],
  ])('formats the sender %j as %s', (name, expected) => {
    expect(mailboxOf('a@example.com', name)).toBe(expected);
  });
});
