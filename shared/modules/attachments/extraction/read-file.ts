/** Reads the text of a file: by a parser if it contains text, otherwise by recognition. */
import { hash } from 'node:crypto';
import { openObject } from '../../../kernel/files/bucket.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import type { Attachment } from '../attachment.ts';
import { type Content, cleanText, contentOf, joinPages } from './content.ts';
import { readDocument, UnreadableError } from './document-reader.ts';
import { extractionOf, jobTag } from './extraction.ts';
import { PageBudgetError, reservePages } from './extraction-store.ts';
import { extractionLimits, textractLimits } from './limits.ts';
import type { PdfText } from './pdf.ts';
import { recognitionIsOn } from './recognition-switch.ts';
import { pagesOf } from './recognized-text.ts';
import type { Route } from './route.ts';
import { detectText, jobText, RefusedError, startJob } from './textract.ts';

/** Returns the bytes of an attachment's file. Throws UnreadableError if it is missing. */
async function bytesOf({ objectKey, fileSize }: Attachment): Promise<Uint8Array> {
  const object = await openObject(objectKey);
  if (object === undefined) throw new UnreadableError('The file is missing.');
  const bytes = new Uint8Array(fileSize);
  let at = 0;
  for await (const chunk of object.body) {
    bytes.set(chunk.subarray(0, fileSize - at), at);
    at += chunk.length;
  }
  return bytes;
}

/** The organization has disabled text recognition. */
export class RecognitionOffError extends UnreadableError {
  override name = 'RecognitionOffError';
}

/** Reserves pages of the budget. Throws RecognitionOffError, PageBudgetError and GoneError. */
async function reserve(attachment: Attachment, pages: number): Promise<void> {
  if (!(await recognitionIsOn(attachment)))
    throw new RecognitionOffError('Text recognition is disabled in this organization.');
  const budget = integerSetting('OCR_PAGES_PER_MONTH', process.env, 0);
  await reservePages(attachment, { pages, budget, nowMs: Date.now() });
}

async function recognizeSynchronously(document: Parameters<typeof detectText>[0]): Promise<string> {
  return pagesOf(await detectText(document), 1).join('');
}

/** Starts a recognition job for the whole file. */
async function startRecognition(attachment: Attachment, pages: number): Promise<undefined> {
  await reserve(attachment, pages);
  const { tenantId, id, objectKey } = attachment;
  const tag = jobTag(tenantId, id, extractionOf(attachment).run);
  await startJob({ objectKey, tag, token: hash('sha256', tag, 'hex') });
  return undefined;
}

/** Converts a picture for Textract and recognizes its text. */
async function convertedText(bytes: Uint8Array): Promise<string> {
  // Loaded on demand, because it needs sharp, and few files need it.
  const { pictureForRecognition } = await import('./picture.ts');
  const picture = await pictureForRecognition(bytes).catch((error: unknown) => {
    throw new UnreadableError(
      `The picture cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  });
  return recognizeSynchronously({ bytes: picture });
}

async function pictureText(attachment: Attachment, route: 'picture' | 'convert'): Promise<string> {
  await reserve(attachment, 1);
  if (route === 'picture') {
    try {
      return await recognizeSynchronously(attachment);
    } catch (error) {
      // The name or type is wrong, or the picture is too large for Textract.
      if (!(error instanceof RefusedError)) throw error;
    }
  }
  return convertedText(await bytesOf(attachment));
}

const isEmpty = (text: string): boolean => cleanText(text) === '';

function pdfContent({ pages, pageCount }: PdfText): Content {
  return contentOf(joinPages(pages), pageCount > pages.length);
}

/** Recognizes only pages without text, because the text layer is exact. */
async function pdfText(attachment: Attachment): Promise<Content | undefined> {
  const text = await readDocument('pdf', await bytesOf(attachment));
  if (!text.pages.some(isEmpty)) return pdfContent(text);
  const { pageCount } = text;
  const hasText = !text.pages.every(isEmpty);
  try {
    if (pageCount > extractionLimits.pages)
      throw new UnreadableError(
        `The file has ${pageCount} pages; at most ${extractionLimits.pages} can be recognized.`,
      );
    if (pageCount > 1 || attachment.fileSize > textractLimits.synchronousBytes)
      return await startRecognition(attachment, pageCount);
    await reserve(attachment, 1);
    return contentOf(await recognizeSynchronously(attachment));
  } catch (error) {
    // The text of the other pages is better than no text.
    if (hasText && error instanceof UnreadableError) return pdfContent(text);
    // A repeated request in another month recognizes the missing pages.
    if (hasText && error instanceof PageBudgetError) return { ...pdfContent(text), truncated: true };
    throw error;
  }
}

async function multiplePictures(attachment: Attachment): Promise<undefined> {
  const { pictureCount } = await import('./picture.ts');
  const pages = await pictureCount(await bytesOf(attachment)).catch(() => {
    throw new UnreadableError('The picture cannot be read.');
  });
  if (pages > extractionLimits.pages)
    throw new UnreadableError(
      `The file has ${pages} pages; at most ${extractionLimits.pages} can be recognized.`,
    );
  return startRecognition(attachment, pages);
}

/**
 * Returns the text of an attachment's file; undefined if an asynchronous job was started. Throws UnreadableError,
 * PageBudgetError and GoneError.
 */
export async function readFile(attachment: Attachment, route: Route): Promise<Content | undefined> {
  switch (route) {
    case 'text':
    case 'docx':
      return pdfContent(await readDocument(route, await bytesOf(attachment)));
    case 'pdf':
      return pdfText(attachment);
    case 'job':
      return multiplePictures(attachment);
    default:
      return contentOf(cleanText(await pictureText(attachment, route)));
  }
}

/** Returns the text of a job by page; empty if the job failed and the file has a text layer. */
async function recognizedPages(
  jobId: string,
  hasText: boolean,
): Promise<{ pages: string[]; pageCount: number }> {
  try {
    const { blocks, pageCount } = await jobText(jobId, extractionLimits.pages);
    return { pages: pagesOf(blocks, Math.min(pageCount, extractionLimits.pages)), pageCount };
  } catch (error) {
    if (hasText && error instanceof UnreadableError) return { pages: [], pageCount: 0 };
    throw error;
  }
}

/**
 * Returns the text of a file whose job has ended: the recognized pages, and the text layer of the other pages of a PDF.
 * Throws UnreadableError and GoneError.
 */
export async function readJob(attachment: Attachment, route: Route, jobId: string): Promise<Content> {
  if (route !== 'pdf') return pdfContent(await recognizedPages(jobId, false));
  const { pages } = await readDocument('pdf', await bytesOf(attachment));
  const recognized = await recognizedPages(jobId, !pages.every(isEmpty));
  return contentOf(
    joinPages(pages.map((text, index) => (isEmpty(text) ? (recognized.pages[index] ?? '') : text))),
  );
}
