/** Assembles PDFs from the bodies of their objects. */

/** A stream object; `dictionary` are its entries besides the length. */
export function pdfStream(dictionary: string, body: Buffer | string): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  const head = Buffer.from(`<<${dictionary}/Length ${bytes.length}>>stream\n`);
  return Buffer.concat([head, bytes, Buffer.from('\nendstream')]);
}

/**
 * A PDF of these objects, numbered from 1; the first is the catalog. `trailer` is added to its trailer, for instance an
 * encryption.
 */
export function pdfOf(objects: readonly (Buffer | string)[], trailer = ''): Buffer {
  const chunks = [Buffer.from('%PDF-1.7\n')];
  let length = 9;
  const rows = objects.map((body, index) => {
    const row = `${String(length).padStart(10, '0')} 00000 n \n`;
    const object = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
      Buffer.from('\nendobj\n'),
    ]);
    chunks.push(object);
    length += object.length;
    return row;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${rows.join('')}`;
  const end = `trailer<</Size ${count}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF`;
  return Buffer.concat([...chunks, Buffer.from(table + end)]);
}
