/** Extracts the text of Word documents. Runs in the worker thread only. */
import { extractionLimits } from './limits.ts';
import { openZip } from './zip.ts';

/** The input of mammoth. Its public types accept only paths and buffers, which it would unzip without limits. */
interface DocxFile {
  exists(name: string): boolean;
  read(name: string, encoding?: string): Promise<Uint8Array | string>;
}

type RawText = (input: { file: DocxFile }) => Promise<{ value: string }>;

/** Returns the text of a docx. Throws if it is invalid or exceeds the limits. */
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
