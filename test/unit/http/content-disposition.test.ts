import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentDisposition } from '../../../shared/kernel/http/content-disposition.ts';

describe('contentDisposition', () => {
  it.each([
    ['report.pdf', 'attachment; filename="report.pdf"'],
    ['my file (1).txt', 'attachment; filename="my file (1).txt"'],
    ['a"b.txt', `attachment; filename="a_b.txt"; filename*=UTF-8''a%22b.txt`],
    ['100%41.txt', `attachment; filename="100_41.txt"; filename*=UTF-8''100%2541.txt`],
    ['Übersicht.pdf', `attachment; filename="_bersicht.pdf"; filename*=UTF-8''%C3%9Cbersicht.pdf`],
    ["it's.txt", 'attachment; filename="it\'s.txt"'],
    ["ü's*.txt", `attachment; filename="_'s*.txt"; filename*=UTF-8''%C3%BC%27s%2A.txt`],
    ['😀.png', `attachment; filename="__.png"; filename*=UTF-8''%F0%9F%98%80.png`],
    ['a\r\nSet-Cookie: x=1.txt', 'attachment; filename="aSet-Cookie_ x=1.txt"'],
    ['../../etc/passwd', 'attachment; filename=".._.._etc_passwd"'],
    ['C:\\evil.txt', 'attachment; filename="C__evil.txt"'],
    ['photo\u202Egnp.exe', 'attachment; filename="photognp.exe"'],
    ['in\u200Bvisible.txt', 'attachment; filename="invisible.txt"'],
    [
      'می\u200cخواهم.txt',
      `attachment; filename="________.txt"; filename*=UTF-8''%D9%85%DB%8C%E2%80%8C%D8%AE%D9%88%D8%A7%D9%87%D9%85.txt`,
    ],
    [
      '👩\u200d🚀.png',
      `attachment; filename="_____.png"; filename*=UTF-8''%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80.png`,
    ],
    ['nul\0.txt', 'attachment; filename="nul.txt"'],
    ['', 'attachment; filename="file"'],
    ['\u200B', 'attachment; filename="file"'],
  ])('names %j', (name, header) => {
    expect(contentDisposition('attachment', name)).toBe(header);
  });

  it('keeps names of up to 255 characters as they are', () => {
    const name = `${'a'.repeat(251)}.pdf`;
    expect(contentDisposition('attachment', name)).toBe(`attachment; filename="${name}"`);
  });

  it('has the safe name for old clients', () => {
    expect(contentDisposition('attachment', 'Übersicht 1.pdf', 'Ubersicht_1.pdf')).toBe(
      `attachment; filename="Ubersicht_1.pdf"; filename*=UTF-8''%C3%9Cbersicht%201.pdf`,
    );
    expect(contentDisposition('inline', 'a.png', 'a.png')).toBe('inline; filename="a.png"');
  });

  it('is one line of ASCII with two quotes, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const header = contentDisposition('attachment', name);
        expect(header).toMatch(/^attachment; filename="[^"]+"(; filename\*=UTF-8''[\w.!#$&+^`|~%-]+)?$/);
        expect(header).toMatch(/^[\x20-\x7e]+$/);
        expect(header.length).toBeLessThan(4_000);
      }),
    );
  });
});
