/** Finds the page in a web archive (MHTML, RFC 2557), as which programs embed HTML in Word documents. Pure. */
import { charsetOf, decodeHtml, decodeText } from './plain-text.ts';

/** The page of an archive: HTML, or plain text. */
export interface ArchivedPage {
  isHtml: boolean;
  text: string;
}

/** Maximum depth of parts inside each other. */
const maxDepth = 5;
const startsWithHeader = /^\s*(?:mime-version|content-[a-z-]+|from|date|subject|message-id):/i;

/** Returns whether bytes begin with the headers of a message. */
export const isWebArchive = (bytes: Uint8Array): boolean =>
  startsWithHeader.test(Buffer.from(bytes.subarray(0, 100)).toString('latin1'));

/** Headers by lower-case name, with folded lines joined. */
function headersOf(head: string): ReadonlyMap<string, string> {
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim()];
    }),
  );
}

function decodeBody(body: string, encoding: string): Uint8Array {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const joined = body.replaceAll(/=[ \t]*\r?\n/g, '');
  const plain = joined.replaceAll(/=([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(plain, 'latin1');
}

/** Returns the first HTML of a part, or else its first text; undefined if it has neither. */
function pageOf(part: string, depth: number): ArchivedPage | undefined {
  const text = part.trimStart();
  const blankLine = /\r?\n[ \t]*\r?\n/.exec(text);
  if (blankLine === null) return undefined;
  const headers = headersOf(text.slice(0, blankLine.index));
  const body = text.slice(blankLine.index + blankLine[0].length);
  const contentType = headers.get('content-type') ?? 'text/plain';
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type.startsWith('multipart/') && depth < maxDepth) {
    const [, quoted, token] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
    const boundary = quoted ?? token;
    if (boundary === undefined) return undefined;
    const [, ...parts] = `\n${body}`.split(`\n--${boundary}`);
    const pages = parts.map((inner) => pageOf(inner, depth + 1)).filter((page) => page !== undefined);
    return pages.find(({ isHtml }) => isHtml) ?? pages[0];
  }
  const isHtml = type === 'text/html' || type === 'application/xhtml+xml';
  if (!isHtml && type !== 'text/plain') return undefined;
  const bytes = decodeBody(body, headers.get('content-transfer-encoding')?.toLowerCase() ?? '');
  const charset = charsetOf(contentType);
  return { isHtml, text: isHtml ? decodeHtml(bytes, charset) : decodeText(bytes, charset) };
}

/** Returns the page of an archive; undefined if it has none. */
export const archivedPage = (bytes: Uint8Array): ArchivedPage | undefined =>
  pageOf(Buffer.from(bytes).toString('latin1'), 1);
