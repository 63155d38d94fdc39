/**
 * The worker thread that reads untrusted documents. Parsers and regular expressions cannot be interrupted or limited in
 * memory, but their thread can be terminated (document-reader.ts). It is bundled as a separate file beside the function.
 */
import { parentPort } from 'node:worker_threads';
import { cleanText, cutToBytes } from './content.ts';
import { extractionLimits } from './limits.ts';
import type { PdfText } from './pdf.ts';
import { decodeText } from './plain-text.ts';

export interface ReadRequest {
  id: number;
  kind: 'pdf' | 'docx' | 'text';
  bytes: Uint8Array;
}

export type ReadReply = { id: number; text: PdfText } | { id: number; problem: string };

/** One character more than the stored maximum, so that `contentOf` detects the truncation. */
const maxPageBytes = extractionLimits.contentBytes + 4;

/** Parsers are loaded on demand, because most files are plain text or pictures. */
async function parse({ kind, bytes }: ReadRequest): Promise<PdfText> {
  switch (kind) {
    case 'pdf':
      return (await import('./pdf.ts')).pdfText(bytes);
    case 'docx':
      return { pageCount: 1, pages: [await (await import('./docx.ts')).docxText(bytes)] };
    case 'text':
      return { pageCount: 1, pages: [decodeText(bytes)] };
  }
}

async function read(request: ReadRequest): Promise<PdfText> {
  const { pageCount, pages } = await parse(request);
  return { pageCount, pages: pages.map((text) => cutToBytes(cleanText(text), maxPageBytes)) };
}

async function reply(request: ReadRequest): Promise<ReadReply> {
  const { id } = request;
  try {
    return { id, text: await read(request) };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', async (request: ReadRequest) => parentPort?.postMessage(await reply(request)));
