/** What the headers of a part of a form say (RFC 7578), with names of files in every notation that clients send. Pure. */
import { charsetOf, decodeStrictly } from '../extraction/plain-text.ts';

/** The parameters of longer media types are ignored. */
const maxTypeLength = 255;

export interface PartHead {
  /** Undefined for a part without a name. */
  name: string | undefined;
  /** Undefined for a part that is not a file; '' for a file without a readable name. */
  fileName: string | undefined;
  /** The media type without parameters, in lower case. */
  type: string;
  /** The standard name of the declared charset; undefined without one or for an unknown name. */
  charset: string | undefined;
  /** The `Content-Transfer-Encoding` in lower case; '' without one. */
  encoding: string;
}

/** Headers by lower-case name, one character per byte. */
type Headers = Readonly<Record<string, readonly string[] | undefined>>;

const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;
const extended = /^([\w-]+)'[^']*'(.*)$/;
const encodedWord = /^=\?([\w-]+)\?([bq])\?([^?]*)\?=$/i;

const fromHex = (text: string, pair: RegExp): Buffer =>
  Buffer.from(
    text.replaceAll(pair, (found) => String.fromCharCode(Number.parseInt(found.slice(1), 16))),
    'latin1',
  );

/** The text of `UTF-8''R%C3%A9sum%C3%A9.csv` (RFC 8187); undefined for another notation. */
function extendedText(value: string | undefined): string | undefined {
  const [, charset, text] = extended.exec(value ?? '') ?? [];
  return charset === undefined || text === undefined
    ? undefined
    : decodeStrictly(fromHex(text, /%[\da-f]{2}/gi), charset);
}

/** The text of `=?utf-8?B?UsOpc3Vtw6k=?=` (RFC 2047), which .NET sends; undefined for another notation. */
function encodedWordText(value: string): string | undefined {
  const [, charset, encoding, text] = encodedWord.exec(value) ?? [];
  if (charset === undefined || text === undefined) return undefined;
  const isBase64 = encoding?.toLowerCase() === 'b';
  const bytes = isBase64 ? Buffer.from(text, 'base64') : fromHex(text.replaceAll('_', ' '), /=[\da-f]{2}/gi);
  return decodeStrictly(bytes, charset);
}

/**
 * Only quotes and backslashes are escaped with a backslash: old browsers send paths such as `C:\files\a.txt`. Browsers escape
 * quotes and line ends, and nothing else, with a percent sign.
 * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
 */
const unescaped = (quoted: string): string =>
  quoted.replaceAll(/\\(["\\])|%(22|0A|0D)/gi, (_, character?: string, hex = '') =>
    character === undefined ? String.fromCharCode(Number.parseInt(hex, 16)) : character,
  );

/** The text of bytes in UTF-8, which clients should send; otherwise in Windows-1252, in which every byte is a character. */
const textOf = (bytes: Buffer): string =>
  decodeStrictly(bytes, 'utf-8') ?? decodeStrictly(bytes, 'windows-1252') ?? '';

/** Parameters by lower-case name; the last of equal ones. */
function parametersOf(header: string): ReadonlyMap<string, string> {
  const found = [...header.matchAll(parameter)];
  return new Map(
    found.map(([, name = '', quoted, token = '']) => {
      const value = quoted === undefined ? token.trim() : unescaped(quoted);
      return [name.toLowerCase(), textOf(Buffer.from(value, 'latin1'))];
    }),
  );
}

/** The name without its folder. */
function withoutFolder(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  return name === '.' || name === '..' ? '' : name;
}

/** `filename*` is preferred to `filename`, in any order (RFC 6266, section 4.3). */
function fileNameOf(parameters: ReadonlyMap<string, string>): string | undefined {
  const plain = parameters.get('filename');
  const exact = extendedText(parameters.get('filename*'));
  if (exact !== undefined) return withoutFolder(exact);
  if (plain !== undefined) return withoutFolder(encodedWordText(plain) ?? plain);
  return parameters.has('filename*') ? '' : undefined;
}

/** Undefined for a part that belongs to no form. */
export function partHeadOf(headers: Headers): PartHead | undefined {
  const [disposition = ''] = headers['content-disposition'] ?? [];
  if (!/^\s*form-data\s*(?:;|$)/i.test(disposition)) return undefined;
  const parameters = parametersOf(disposition);
  const [contentType = ''] = headers['content-type'] ?? [];
  const [type = ''] = contentType.split(';', 1);
  const [encoding = ''] = headers['content-transfer-encoding'] ?? [];
  return {
    name: parameters.get('name'),
    fileName: fileNameOf(parameters),
    type: type.trim().toLowerCase() || 'text/plain',
    charset: contentType.length <= maxTypeLength ? charsetOf(contentType) : undefined,
    encoding: encoding.trim().toLowerCase(),
  };
}

/**
 * Whether a part is a file: it has the name of one, or is the part `file` with a type, because names are not mandatory
 * (RFC 7578, section 4.2). Browsers send JSON that they do not send as a text under the name `blob`.
 */
export function isFilePart({ name, fileName, type }: PartHead): boolean {
  if (name === 'file') return fileName !== undefined || type !== 'text/plain';
  if (type === 'application/json') return fileName !== undefined && fileName !== '' && fileName !== 'blob';
  return fileName !== undefined || type === 'application/octet-stream';
}
