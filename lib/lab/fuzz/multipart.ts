/** Multipart forms byte by byte, as clients and attackers send them. */
export interface Part {
  name: string;
  value?: string | Uint8Array;
  /** Makes the part a file. */
  filename?: string;
  type?: string;
  /** Header lines besides the usual ones. */
  headers?: readonly string[];
}

const boundary = 'one-boundary-of-many';
export const formType = `multipart/form-data; boundary=${boundary}`;

function encodePart({ name, value = '', filename, type, headers = [] }: Part): Buffer {
  const file = filename === undefined ? '' : `; filename="${filename.replaceAll('"', '%22')}"`;
  const lines = [
    `--${boundary}`,
    `content-disposition: form-data; name="${name}"${file}`,
    ...(type === undefined ? [] : [`content-type: ${type}`]),
    ...headers,
  ];
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
}

/** The body of a form with these parts; complete by default. */
export function encodeForm(parts: readonly Part[], { complete = true } = {}): Buffer {
  const end = complete ? [Buffer.from(`--${boundary}--\r\n`)] : [];
  return Buffer.concat([...parts.map(encodePart), ...end]);
}

/** The parts of an upload: the three required ones, and others. */
export function uploadParts(more: Record<string, string> = {}, file: Partial<Part> = {}): Part[] {
  const fields = { entityId: 'sales.order', recordId: 'SO-1', ...more };
  return [
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'file', value: 'hello', filename: 'hello.txt', type: 'text/plain', ...file },
  ];
}

/** The bytes in chunks of these lengths, repeated. */
export async function* inChunks(
  bytes: Uint8Array,
  lengths: readonly number[] = [65_536],
): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for (let turn = 0; offset < bytes.byteLength; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield bytes.subarray(offset, offset + length);
    offset += length;
  }
}
