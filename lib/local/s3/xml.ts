/** The XML of S3's answers, and the little of it that requests carry. */
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A value, a list of children under one name each, or nothing. */
export type XmlValue = string | number | boolean | undefined | XmlValue[] | { [name: string]: XmlValue };

function element(name: string, value: XmlValue): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => element(name, one)).join('');
  return `<${name}>${content(value)}</${name}>`;
}

function content(value: XmlValue): string {
  if (typeof value === 'object' && !Array.isArray(value)) {
    return Object.entries(value)
      .map(([name, child]) => element(name, child))
      .join('');
  }
  // Control characters are no XML; S3 writes them as references too.
  return String(value).replace(
    /[&<>"'[\p{Cc}--[\t\n\x7f-\x9f]]]/gv,
    (one) => escapes[one] ?? `&#x${one.charCodeAt(0).toString(16)};`,
  );
}

/** A whole document. Lists become repeated elements, undefined values none. */
export function xmlDocument(root: string, value: { [name: string]: XmlValue }): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, value)}`;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return entities[name] ?? whole;
  });
}

/** The contents of all elements of that name, as XML. */
export function elementsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, inner = '']) => inner,
  );
}

/** The text of the first element of that name; undefined when there is none. */
export function textIn(xml: string, name: string): string | undefined {
  const [first] = elementsOf(xml, name);
  return first === undefined ? undefined : decoded(first);
}
