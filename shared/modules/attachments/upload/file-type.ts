/**
 * Detects the type of a file by its first bytes, its name and the client's type, in this order. Pure. The package file-type
 * checks neither names nor active markup, and is 78 kB for the few required signatures.
 */
import { heifTypeOf } from '../heif.ts';
import { extensionOf } from './file-name.ts';

const unknownType = 'application/octet-stream';

const byExtension: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  csv: 'text/csv',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  webp: 'image/webp',
  xhtml: 'application/xhtml+xml',
  xml: 'application/xml',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  epub: 'application/epub+zip',
};

/** Zip-based formats with their own types. */
const zipped = new Set(['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub']);

const zip = 'application/zip';
const magic: readonly { type: string; at?: number; bytes: string }[] = [
  { type: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { type: 'image/gif', bytes: 'GIF87a' },
  { type: 'image/gif', bytes: 'GIF89a' },
  { type: 'application/pdf', bytes: '%PDF' },
  { type: zip, bytes: 'PK\x03\x04' },
];

function magicType(head: Uint8Array): string | undefined {
  const start = Buffer.from(head.subarray(0, 16)).toString('latin1');
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp';
  return magic.find(({ bytes }) => start.startsWith(bytes))?.type ?? heifTypeOf(head);
}

/** `Text/Plain; charset=utf-8` → `text/plain`; undefined for an invalid media type. */
function plainType(type: string | undefined): string | undefined {
  const [bare = ''] = (type ?? '').split(';');
  const lower = bare.trim().toLowerCase();
  return lower.length <= 127 && /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/.test(lower)
    ? lower
    : undefined;
}

/** Returns the media type of a file. `head` contains its first bytes; an empty file has the unknown type. */
export function detectType(head: Uint8Array, name: string, clientType: string | undefined): string {
  if (head.length === 0) return unknownType;
  const extension = extensionOf(name);
  const byName = Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined;
  const byBytes = magicType(head);
  if (byBytes === zip) return zipped.has(extension) ? (byName ?? zip) : zip;
  return byBytes ?? byName ?? plainType(clientType) ?? unknownType;
}

const activeTypes = new Set([
  'application/xhtml+xml',
  'application/xml',
  'application/xslt+xml',
  'image/svg',
  'image/svg+xml',
  'text/html',
  'text/xml',
  'text/xsl',
]);

/** Returns whether browsers run scripts of content with this type. */
export function isActiveType(type: string | undefined): boolean {
  return activeTypes.has(plainType(type) ?? '');
}

const activeTags =
  'svg|html|head|body|script|style|iframe|frame|frameset|object|embed|meta|link|title|base|math|form';
const activeStart = new RegExp(
  `^<(?:\\?xml|!doctype|!entity|!\\[cdata|(?:[a-z0-9_-]+:)?(?:${activeTags})(?![a-z0-9_-]))`,
);

/** Returns whether the text starts with active markup, after characters that browsers skip. */
function beginsActive(text: string): boolean {
  // Browsers skip white space, byte order marks and invisible characters; control characters are skipped, too.
  const skipped = /^[\s\p{Cc}\p{Cf}\ufffd]+/u;
  let rest = text.toLowerCase().replace(skipped, '');
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4);
    // A comment that is longer than the inspected bytes may hide active markup.
    if (end < 0) return true;
    rest = rest.slice(end + 3).replace(skipped, '');
  }
  return activeStart.test(rest);
}

/**
 * Returns whether the first bytes look like HTML, SVG or other XML, also in UTF-16 and UTF-32, where NULs separate ASCII
 * letters.
 */
export function looksActive(head: Uint8Array): boolean {
  const bytes = Buffer.from(head);
  const wide = bytes.filter((byte) => byte !== 0);
  const marks = wide[0] === 0xff || wide[0] === 0xfe ? 2 : 0;
  const texts = [bytes.toString('utf8'), Buffer.from(wide.subarray(marks)).toString('latin1')];
  return texts.some(beginsActive);
}
