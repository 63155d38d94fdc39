/** Small archives and Word documents, including decompression bombs. */
import { crc32, deflateRawSync } from 'node:zlib';

interface ZipOptions {
  /** A size in the directory instead of the real one. */
  claimedBytes?: number;
}

function headerOf(name: string, packed: Buffer, plain: Buffer, { claimedBytes }: ZipOptions) {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0, 2);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc32(plain), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(claimedBytes ?? plain.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  return fields;
}

const uint = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};

/** A ZIP archive of these files. */
export function aZip(files: Readonly<Record<string, string | Buffer>>, options: ZipOptions = {}): Buffer {
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const plain = Buffer.from(content as string);
    const packed = deflateRawSync(plain);
    const header = headerOf(name, packed, plain, options);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), header, Buffer.from(name), packed]);
    const rest = Buffer.concat([Buffer.alloc(10), uint(offset, 4), Buffer.from(name)]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), uint(20, 2), header, rest]));
    body.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.concat([
    Buffer.from('PK\x05\x06\0\0\0\0', 'latin1'),
    uint(directory.length, 2),
    uint(directory.length, 2),
    uint(entries.length, 4),
    uint(offset, 4),
    uint(0, 2),
  ]);
  return Buffer.concat([...body, entries, end]);
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** The files of a Word document; `body` is the XML in its body. */
export function docxFiles(body: string): Record<string, string> {
  return {
    '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${xml}<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
  };
}

/** A Word document with these paragraphs. */
export function aDocx(paragraphs: readonly string[]): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  return aZip(docxFiles(body));
}

interface RelatedPart {
  id: string;
  /** The last segment of the type of its relationship. */
  kind: string;
  xml: string | Buffer;
  extension?: string;
}

/** Further parts of a Word document, with their relationships. */
export function relatedParts(parts: readonly RelatedPart[]): Record<string, string | Buffer> {
  const type = office.slice(0, office.lastIndexOf('/'));
  const nameOf = ({ id, extension = 'xml' }: RelatedPart) => `${id}.${extension}`;
  const relationships = parts.map(
    (part) => `<Relationship Id="${part.id}" Type="${type}/${part.kind}" Target="${nameOf(part)}"/>`,
  );
  return {
    ...Object.fromEntries(parts.map((part) => [`word/${nameOf(part)}`, part.xml])),
    'word/_rels/document.xml.rels': `${xml}<Relationships xmlns="${packages}/relationships">${relationships.join('')}</Relationships>`,
  };
}
