/**
 * The worker thread that reads untrusted documents. Parsers and regular expressions cannot be interrupted or limited in
 * memory, but their thread can be terminated (document-reader.ts). It is bundled as a separate file beside the function.
 */
import { parentPort } from 'node:worker_threads';
import { cleanText, cutToBytes } from './content.ts';
import { DocumentError, type DocumentText } from './document-text.ts';
import { extractionLimits } from './limits.ts';
import { decodeText, lostCharacters, shownText } from './plain-text.ts';

export interface ReadRequest {
  id: number;
  kind: 'pdf' | 'docx' | 'text';
  bytes: Uint8Array;
  /** The declared encoding of a text. */
  charset?: string | undefined;
}

export type ReadReply = { id: number; text: DocumentText } | { id: number; problem: string };

/** Messages of parsers are for developers, so users do not see them. */
const unreadable: Readonly<Record<ReadRequest['kind'], string>> = {
  pdf: 'The file is damaged or is not a PDF.',
  docx: 'The file is damaged or is not a Word document.',
  text: 'The text cannot be read.',
};

/** One character more than the stored maximum, so that `contentOf` detects the truncation. */
const maxPageBytes = extractionLimits.contentBytes + 4;

/** Parsers are loaded on demand, because most files are plain text or pictures. */
async function parse({ kind, bytes, charset }: ReadRequest): Promise<DocumentText> {
  switch (kind) {
    case 'pdf':
      return (await import('./pdf/pdf.ts')).pdfText(bytes);
    case 'docx':
      return (await import('./docx/docx.ts')).docxText(bytes);
    case 'text': {
      const text = decodeText(bytes, charset);
      return { pageCount: 1, pages: [shownText(text)], warnings: lostCharacters(text) };
    }
  }
}

async function read(request: ReadRequest): Promise<DocumentText> {
  const { pages, ...rest } = await parse(request);
  return { ...rest, pages: pages.map((text) => cutToBytes(cleanText(text), maxPageBytes)) };
}

async function reply(request: ReadRequest): Promise<ReadReply> {
  const { id } = request;
  try {
    return { id, text: await read(request) };
  } catch (error) {
    return { id, problem: error instanceof DocumentError ? error.message : unreadable[request.kind] };
  }
}

parentPort?.on('message', async (request: ReadRequest) => parentPort?.postMessage(await reply(request)));
