/** The XML of S3's responses, and the subset that requests contain. */
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A value, children by name, or nothing. */
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
  // Control characters are not valid XML; S3 also writes them as character references.
  return String(value).replace(
    /[&<>"'[\p{Cc}--[\t\n\x7f-\x9f]]]/gv,
    (one) => escapes[one] ?? `&#x${one.charCodeAt(0).toString(16)};`,
  );
}

/** Returns a document. Lists become repeated elements; undefined values are omitted. */
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

/** Returns the contents of all elements with that name, as XML. */
export function elementsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, inner = '']) => inner,
  );
}

/** Returns the text of the first element with that name; undefined when there is none. */
export function textIn(xml: string, name: string): string | undefined {
  const [first] = elementsOf(xml, name);
  return first === undefined ? undefined : decoded(first);
}
