/** The text of a response's head, where Node's parser does not say enough about it. Pure. */

const usualHead = /^HTTP\/1\.1 [2-5]\d\d [^\r\n]*\r\n(?:[\w!#$%&'*+.^`|~-]+:[^\r\n]*\r\n)*\r\n/;
const length = /^content-length:[ \t]*([^\r\n]*)$/gim;
const codings = /^transfer-encoding:[ \t]*([^\r\n]*)$/gim;

const valuesOf = (head: string, header: RegExp): string[] =>
  [...head.matchAll(header)].map(([, value = '']) => value.trim().toLowerCase());

/**
 * Whether every parser reads the same response from the text, which begins with its head. After any other response, the
 * next one on the connection could be read from its rest.
 */
export function hasUsualForm(text: string): boolean {
  const [head] = usualHead.exec(text) ?? [];
  if (head === undefined) return false;
  const [lengths, transfer] = [valuesOf(head, length), valuesOf(head, codings)];
  if (lengths.length + transfer.length > 1) return false;
  return lengths.every((value) => /^\d+$/.test(value)) && transfer.every((value) => value === 'chunked');
}

/** The position after the head that has the first length; -1 if it has not arrived. */
function headEnd(text: string): number {
  const from = text.search(/^content-length:/im);
  const end = from === -1 ? -1 : text.slice(from).search(/\r?\n\r?\n/);
  return end === -1 ? -1 : from + end;
}

const isLength = (line: string): boolean => /^content-length:/i.test(line);

/**
 * The response with one length instead of several equal ones, which RFC 9112 (6.3) allows clients to read; undefined if
 * they are not equal numbers, or the head has not arrived completely.
 */
export function withOneLength(text: string): string | undefined {
  const end = headEnd(text);
  if (end === -1) return undefined;
  const lines = text.slice(0, end).split(/\r?\n/);
  const lengths = lines.filter(isLength).flatMap((line) => line.slice(line.indexOf(':') + 1).split(','));
  const [value = '', ...others] = lengths.map((one) => one.trim());
  if (!/^\d+$/.test(value) || others.length === 0 || others.some((other) => other !== value))
    return undefined;
  const head = [...lines.filter((line) => !isLength(line)), `content-length: ${value}`];
  return `${head.join('\r\n')}${text.slice(end)}`;
}
