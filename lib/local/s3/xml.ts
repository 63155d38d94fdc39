/** S3's responses with their XML, and the subset of XML that requests contain. */
import type { AwsResponse } from '../gateway/aws-service.ts';

/** A value, children by name, or nothing. */
type XmlValue = string | number | boolean | undefined | XmlValue[] | { [name: string]: XmlValue };

function element(name: string, value: XmlValue): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => element(name, one)).join('');
  return `<${name}>${content(value)}</${name}>`;
}

function content(value: Exclude<XmlValue, undefined | XmlValue[]>): string {
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, child]) => element(name, child))
      .join('');
  }
  // Control characters are not valid XML; S3 also writes them as character references.
  return String(value).replace(/[&<>"'\p{Cc}]/gu, (one) => `&#x${one.charCodeAt(0).toString(16)};`);
}

/** Returns a document. Lists become repeated elements; undefined values are omitted. */
export function xmlDocument(root: string, value: { [name: string]: XmlValue }): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, value)}`;
}

export function xmlResponse(status: number, root: string, value: { [name: string]: XmlValue }): AwsResponse {
  return { status, headers: { 'content-type': 'application/xml' }, body: xmlDocument(root, value) };
}

export function emptyResponse(status: number, headers: Record<string, string> = {}): AwsResponse {
  return { status, headers, body: '' };
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

/** Returns the contents of all elements with that name, as XML. */
export function elementsOf(xml: string, name: string): string[] {
  const elements = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g');
  return [...xml.matchAll(elements)].map(([, inner = '']) => inner);
}

/** Returns the text of the first element with that name; empty when there is none. */
export function textIn(xml: string, name: string): string {
  return decoded(elementsOf(xml, name)[0] ?? '');
}
