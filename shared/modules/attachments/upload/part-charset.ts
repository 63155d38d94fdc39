/** Finds the declared charset of the file of a form, because the parser of forms returns media types without parameters. */
import { charsetOf } from '../extraction/plain-text.ts';
import { formLimits } from '../limits.ts';

const headersEnd = '\r\n\r\n';
/** Longer media types are ignored. */
const maxTypeLength = 255;

const boundaryOf = (contentType: string): string | undefined =>
  /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType)?.slice(1).find(Boolean);

/** Returns the media type in the headers of a part; undefined if the part is not the file. */
function typeIn(headers: string): string | undefined {
  const lines = headers.split('\r\n');
  if (!lines.some((line) => /^content-disposition:.*[;\s]name="?file"?\s*(?:;|$)/i.test(line)))
    return undefined;
  const type = lines.find((line) => /^content-type:/i.test(line)) ?? '';
  return type.length <= maxTypeLength ? type : '';
}

/** Reads the chunks of a form up to the headers of its file. */
export class PartCharset {
  #delimiter: string;
  // The first delimiter may be the start of the body.
  #rest = '\r\n';
  #type: string | undefined;

  constructor(contentType: string) {
    this.#delimiter = `\r\n--${boundaryOf(contentType) ?? ''}\r\n`;
  }

  /** The standard name of the charset; undefined without one or for an unknown name. */
  get charset(): string | undefined {
    return charsetOf(this.#type ?? '');
  }

  add(chunk: Uint8Array): void {
    if (this.#type !== undefined) return;
    const text = this.#rest + Buffer.from(chunk).toString('latin1');
    let at = text.indexOf(this.#delimiter);
    while (at >= 0) {
      const start = at + this.#delimiter.length;
      // A part may have no headers, so their end may begin in the delimiter.
      const end = text.indexOf(headersEnd, start - 2);
      if (end < 0 && text.length - start <= formLimits.headerBytes) break;
      this.#type = typeIn(text.slice(start, end < 0 ? start + formLimits.headerBytes : end));
      if (this.#type !== undefined) return;
      at = text.indexOf(this.#delimiter, start - 2);
    }
    // A delimiter or headers may continue in the next chunk.
    this.#rest = at < 0 ? text.slice(1 - this.#delimiter.length) : text.slice(at);
  }
}
