/**
 * The thread that reads documents of strangers. Parsers cannot be interrupted, nor can they be told how much memory to
 * take: their thread can be ended (document-reader.ts). It is a bundle of its own beside the function's.
 */
import { parentPort } from 'node:worker_threads';
import { docxText } from './docx.ts';
import { type PdfText, pdfText } from './pdf.ts';

export interface ReadRequest {
  id: number;
  kind: 'pdf' | 'docx';
  bytes: Uint8Array;
}

export type ReadReply = { id: number; text: PdfText } | { id: number; problem: string };

async function read({ kind, bytes }: ReadRequest): Promise<PdfText> {
  return kind === 'pdf' ? pdfText(bytes) : { pageCount: 1, pages: [await docxText(bytes)] };
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
