/** Gets the text of a file: in process where the file holds text, else by recognition. */
import { hash } from 'node:crypto';
import { openObject } from '../../../kernel/files/bucket.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import type { Attachment } from '../attachment.ts';
import { type Content, cleanText, contentOf, joinPages } from './content.ts';
import { readDocument, UnreadableError } from './document-reader.ts';
import { extractionOf, jobTag } from './extraction.ts';
import { reservePages } from './extraction-store.ts';
import { extractionLimits, textractLimits } from './limits.ts';
import type { PdfText } from './pdf.ts';
import { recognitionIsOn } from './recognition-switch.ts';
import { pagesOf } from './recognized-text.ts';
import type { Route } from './route.ts';
import { detectText, jobText, RefusedError, startJob } from './textract.ts';

/** The bytes of an attachment's file. Throws UnreadableError when there is none. */
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

/** The organization has switched recognition off. */
export class RecognitionOffError extends UnreadableError {
  override name = 'RecognitionOffError';
}

/** Counts pages that are about to be recognized. Throws RecognitionOffError, PageBudgetError, GoneError. */
async function reserve(attachment: Attachment, pages: number): Promise<void> {
  if (!(await recognitionIsOn(attachment)))
    throw new RecognitionOffError('The organization has switched recognition off.');
  const budget = integerSetting('OCR_PAGES_PER_MONTH', process.env, 0);
  await reservePages(attachment, { pages, budget, nowMs: Date.now() });
}

async function recognizedAtOnce(document: Parameters<typeof detectText>[0]): Promise<string> {
  return pagesOf(await detectText(document), 1).join('');
}

/** Starts a job for the whole file. */
async function recognizedByJob(attachment: Attachment, pages: number): Promise<undefined> {
  await reserve(attachment, pages);
  const { tenantId, id, objectKey } = attachment;
  const tag = jobTag(tenantId, id, extractionOf(attachment).run);
  await startJob({ objectKey, tag, token: hash('sha256', tag, 'hex') });
  return undefined;
}

/** A picture that Textract does not take is turned into one that it does. */
async function convertedText(bytes: Uint8Array): Promise<string> {
  // With sharp and its native library, which few files need.
  const { pictureForRecognition } = await import('./picture.ts');
  const picture = await pictureForRecognition(bytes).catch((error: unknown) => {
    throw new UnreadableError(
      `The picture cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  });
  return recognizedAtOnce({ bytes: picture });
}

async function pictureText(attachment: Attachment, route: 'picture' | 'convert'): Promise<string> {
  await reserve(attachment, 1);
  if (route === 'picture') {
    try {
      return await recognizedAtOnce(attachment);
    } catch (error) {
      // Its name or type lied, or it is larger than Textract likes.
      if (!(error instanceof RefusedError)) throw error;
    }
  }
  return convertedText(await bytesOf(attachment));
}

const isEmpty = (text: string): boolean => cleanText(text) === '';

function pdfContent({ pages, pageCount }: PdfText): Content {
  return contentOf(joinPages(pages), pageCount > pages.length);
}

/** Only pages without text are recognized: what a PDF says itself is right. */
async function pdfText(attachment: Attachment): Promise<Content | undefined> {
  const text = await readDocument('pdf', await bytesOf(attachment));
  if (!text.pages.some(isEmpty)) return pdfContent(text);
  const { pageCount } = text;
  const hasText = !text.pages.every(isEmpty);
  try {
    if (pageCount > extractionLimits.pages)
      throw new UnreadableError(`Of ${pageCount} pages at most ${extractionLimits.pages} are recognized.`);
    if (pageCount > 1 || attachment.fileSize > textractLimits.synchronousBytes)
      return await recognizedByJob(attachment, pageCount);
    await reserve(attachment, 1);
    return contentOf(await recognizedAtOnce(attachment));
  } catch (error) {
    // Some of the text is better than none.
    if (hasText && error instanceof UnreadableError) return pdfContent(text);
    throw error;
  }
}

async function multiplePictures(attachment: Attachment): Promise<undefined> {
  const { pictureCount } = await import('./picture.ts');
  const pages = await pictureCount(await bytesOf(attachment)).catch(() => {
    throw new UnreadableError('The picture cannot be read.');
  });
  if (pages > extractionLimits.pages)
    throw new UnreadableError(`Of ${pages} pages at most ${extractionLimits.pages} are recognized.`);
  return recognizedByJob(attachment, pages);
}

/**
 * The text of an attachment's file; undefined when a job was started whose end brings it. Throws UnreadableError,
 * PageBudgetError, GoneError.
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

/** What a job found, page by page; nothing where it failed and the file has text of its own. */
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
 * The text of a file whose job has ended: what was recognized, and for a PDF what its other pages say themselves. Throws
 * UnreadableError, GoneError.
 */
export async function readJob(attachment: Attachment, route: Route, jobId: string): Promise<Content> {
  if (route !== 'pdf') return pdfContent(await recognizedPages(jobId, false));
  const { pages } = await readDocument('pdf', await bytesOf(attachment));
  const recognized = await recognizedPages(jobId, !pages.every(isEmpty));
  return contentOf(
    joinPages(pages.map((text, index) => (isEmpty(text) ? (recognized.pages[index] ?? '') : text))),
  );
}
