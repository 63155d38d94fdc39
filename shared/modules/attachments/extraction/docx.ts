/** Text of Word documents. Runs in the reader's thread only. */
import { extractionLimits } from './limits.ts';
import { openZip } from './zip.ts';

/** What mammoth reads a document from; its types know paths and buffers only, which it would unfold without limits. */
interface DocxFile {
  exists(name: string): boolean;
  read(name: string, encoding?: string): Promise<Uint8Array | string>;
}

type RawText = (input: { file: DocxFile }) => Promise<{ value: string }>;

/** The text of a docx. Throws when it is none, or a bomb. */
export async function docxText(bytes: Uint8Array): Promise<string> {
  const { default: mammoth } = await import('mammoth');
  const extractRawText = mammoth.extractRawText as unknown as RawText;
  const zip = await openZip(bytes, extractionLimits);
  const { value } = await extractRawText({
    file: {
      exists: zip.has,
      async read(name, encoding) {
        const content = await zip.read(name);
        if (encoding === undefined) return content;
        return encoding === 'base64'
          ? Buffer.from(content).toString('base64')
          : new TextDecoder(encoding).decode(content);
      },
    },
  });
  return value;
}
