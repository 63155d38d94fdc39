/** Reads the text of a file whose recognition job has ended. Without pictures, so that its function needs no sharp. */
import type { Attachment } from '../attachment.ts';
import { type Content, pageList } from './content.ts';
import { bytesOf, contentOfDocument, isEmpty, textLayer } from './document-content.ts';
import { readDocument, UnreadableError } from './document-reader.ts';
import type { DocumentText } from './document-text.ts';
import { extractionLimits } from './limits.ts';
import { pagesOf } from './recognized-text.ts';
import type { Route } from './route.ts';
import { jobText } from './textract.ts';
import { turnedPages } from './tiff.ts';

/** Returns the recognized text of a job by page. Throws UnreadableError. */
async function recognizedText(jobId: string): Promise<DocumentText> {
  const { blocks, pageCount } = await jobText(jobId, extractionLimits.pages);
  const pages = pagesOf(blocks, Math.min(pageCount, extractionLimits.pages));
  return { pages, pageCount, warnings: [] };
}

/** Names the pictures that were recognized as they are stored, because a file with so many is not converted. */
async function turnedWarnings(attachment: Attachment): Promise<string[]> {
  const turned = turnedPages(await bytesOf(attachment));
  const reason = `Only files of at most ${extractionLimits.turnedPictures} pages are turned upright.`;
  return turned.length === 0
    ? []
    : [`Recognized although stored turned or mirrored: ${pageList(turned)}. ${reason}`];
}

/**
 * Returns the text of a file whose job has ended: the recognized pages, and the text layer of the other pages of a PDF.
 * Throws UnreadableError and GoneError.
 */
export async function readJob(attachment: Attachment, route: Route, jobId: string): Promise<Content> {
  if (route !== 'pdf')
    return contentOfDocument({
      ...(await recognizedText(jobId)),
      warnings: await turnedWarnings(attachment),
    });
  const text = await readDocument('pdf', await bytesOf(attachment));
  try {
    const recognized = await recognizedText(jobId);
    const pages = text.pages.map((page, index) => (isEmpty(page) ? (recognized.pages[index] ?? '') : page));
    return contentOfDocument({ ...text, pages });
  } catch (error) {
    if (!(error instanceof UnreadableError) || text.pages.every(isEmpty)) throw error;
    return textLayer(text, error.message);
  }
}
