import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  detectType,
  isActiveType,
  looksActive,
} from '../../../shared/modules/attachments/upload/file-type.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const png = bytes('\x89PNG\r\n\x1a\n....');
const zip = bytes('PK\x03\x04....');
const unknown = 'application/octet-stream';

describe('the type of a file', () => {
  it.each([
    ['its bytes: JPEG', bytes('\xff\xd8\xff\xe0'), 'a.png', undefined, 'image/jpeg'],
    ['its bytes: GIF', bytes('GIF89a...'), 'a', undefined, 'image/gif'],
    ['its bytes: WebP', bytes('RIFF....WEBPVP8 '), 'a', undefined, 'image/webp'],
    ['its bytes: PDF', bytes('%PDF-1.7'), 'a.txt', undefined, 'application/pdf'],
    ['its bytes: HEIC', bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'IMG_1.jpg', 'image/jpeg', 'image/heic'],
    ['its bytes: AVIF', bytes('\0\0\0\x1cftypmif1\0\0\0\0mif1avif'), 'a.jpg', undefined, 'image/avif'],
    ['its extension', bytes('hello'), 'a.CSV', 'application/vnd.ms-excel', 'text/csv'],
    ['its extension: TIFF', bytes('II*\0'), 'scan.tif', 'image/tif', 'image/tiff'],
    ['the type of the client', bytes('hello'), 'a.weird', 'Audio/Ogg; codecs=opus', 'audio/ogg'],
    ['nothing', bytes('hello'), 'a', undefined, unknown],
    ['nothing, for an invalid type of the client', bytes('hello'), 'a', 'a/b\r\nx: y', unknown],
    ['a known zip by its extension', zip, 'a.docx', undefined, /wordprocessingml/],
    ['a known zip by its extension: ODT', zip, 'a.odt', undefined, /opendocument.text/],
    ['a zip with another extension', zip, 'a.png', 'image/png', 'application/zip'],
    ['a name like an object member', bytes('hello'), 'a.constructor', undefined, unknown],
  ] as const)('is detected by %s', (_, head, name, clientType, expected) => {
    const type = detectType(head, name, clientType);
    expect(type).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
  });

  it('is a media type for any input', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.string(), fc.string(), (head, name, clientType) => {
        expect(detectType(head, name, clientType)).toMatch(/^[a-z0-9][\w!#$&^.+-]*\/[\w!#$&^.+-]+$/);
      }),
    );
  });
});

describe('active types', () => {
  it.each(['image/svg+xml', 'text/html; charset=utf-8', 'TEXT/XML', 'application/xhtml+xml'])('%s', (type) =>
    expect(isActiveType(type)).toBe(true),
  );
  it.each(['text/plain', undefined, '', 'image/png'])('but not %s', (type) => {
    expect(isActiveType(type)).toBe(false);
  });
});

const markup = [
  '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
  '<?xml version="1.0"?><a/>',
  '<!DOCTYPE html><p>',
  '<HTML>',
  '<script>alert(1)</script>',
  '<x:svg xmlns:x="http://www.w3.org/2000/svg"/>',
  '<!-- a --> <!-- b --><svg onload=1>',
  `<!-- ${'x'.repeat(5_000)}`,
];

describe('bytes look active', () => {
  it.each(markup)('%j, also after white space, marks and invisible characters', (text) => {
    expect([text, `\ufeff \n\t\u200b\0${text}`].map((one) => looksActive(Buffer.from(one)))).toEqual([
      true,
      true,
    ]);
  });

  it('in UTF-16 and UTF-32 of both byte orders, with and without a mark', () => {
    for (const text of markup) {
      const little = Buffer.from(text, 'utf16le');
      const big = Buffer.from(little).swap16();
      const wide = Buffer.concat([...text].map((letter) => Buffer.from([0, 0, 0, letter.charCodeAt(0)])));
      const all = [little, big, wide, Buffer.from(wide).swap32()];
      const marked = [
        Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
        Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
      ];
      for (const head of [...all, ...marked]) expect(looksActive(head), text).toBe(true);
    }
  });

  it.each([
    'hello <svg>',
    '# Title\n<html>',
    'a < b',
    '<p align="center">A README</p>',
    '<!-- a comment --># Title',
    '<svgfoo>',
    '{"a": "<html>"}',
    '',
  ])('but not %j', (text) => {
    expect(looksActive(Buffer.from(text))).toBe(false);
  });

  it('but not those of pictures', () => {
    const pictures = [png, bytes('\xff\xd8\xff\xe0\0\x10JFIF'), bytes('GIF89a<svg'), zip];
    expect(pictures.some(looksActive)).toBe(false);
  });
});
