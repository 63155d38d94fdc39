/** Reads the text of a file: by a parser if it contains text, otherwise by recognition. */
import { hash } from 'node:crypto';
import { openObject } from '../../../kernel/files/bucket.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import type { Attachment } from '../attachment.ts';
import { type Content, cleanText, contentOf, joinPages, pageList } from './content.ts';
import { readDocument, UnreadableError } from './document-reader.ts';
import type { DocumentText } from './document-text.ts';
import { extractionOf, jobTag } from './extraction.ts';
import { budgetReached, PageBudgetError, reservePages } from './extraction-store.ts';
import { extractionLimits, textractLimits } from './limits.ts';
import { recognitionIsOn } from './recognition-switch.ts';
import { isRecognizable, pagesOf } from './recognized-text.ts';
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

/** The file has no text that can be extracted: text recognition is disabled, or the format of the picture is unknown. */
export class NoTextError extends UnreadableError {
  override name = 'NoTextError';
}

/** Throws NoTextError if the organization has disabled text recognition. */
async function requireRecognition(attachment: Attachment): Promise<void> {
  if (!(await recognitionIsOn(attachment)))
    throw new NoTextError('Text recognition is disabled in this organization.');
}

/** Reserves pages of the budget. Throws PageBudgetError and GoneError. */
async function reserve(attachment: Attachment, pages: number): Promise<void> {
  const budget = integerSetting('OCR_PAGES_PER_MONTH', process.env, 0);
  await reservePages(attachment, { pages, budget, nowMs: Date.now() });
}

async function recognizeSynchronously(document: Parameters<typeof detectText>[0]): Promise<string> {
  return pagesOf(await detectText(document), 1).join('');
}

/** Starts a recognition job for the whole file. */
async function startRecognition(attachment: Attachment, pages: number): Promise<undefined> {
  if (pages > extractionLimits.pages)
    throw new UnreadableError(
      `The file has ${pages} pages; at most ${extractionLimits.pages} can be recognized.`,
    );
  await reserve(attachment, pages);
  const { tenantId, id, objectKey } = attachment;
  const tag = jobTag(tenantId, id, extractionOf(attachment).run);
  await startJob({ objectKey, tag, token: hash('sha256', tag, 'hex') });
  return undefined;
}

/** Loads picture.ts on demand, because it needs sharp, and few files need it. */
async function withPictures<Result>(
  work: (pictures: typeof import('./picture.ts')) => Promise<Result>,
): Promise<Result> {
  const pictures = await import('./picture.ts');
  return work(pictures).catch((error: unknown) => {
    if (error instanceof pictures.UnknownFormatError) throw new NoTextError(error.message);
    // Messages of the image library are for developers.
    throw new UnreadableError('The picture is damaged, too large, or not of its type.');
  });
}

/** Recognizes pictures that are upright as they are stored; others are turned and converted. */
async function pictureText(attachment: Attachment, route: 'picture' | 'convert'): Promise<string> {
  await requireRecognition(attachment);
  const bytes = await bytesOf(attachment);
  const isUpright =
    route === 'picture' && (await withPictures((pictures) => pictures.picturesIn(bytes))).areUpright;
  const convert = () => withPictures((pictures) => pictures.pictureForRecognition(bytes));
  const converted = isUpright ? undefined : await convert();
  await reserve(attachment, 1);
  if (converted !== undefined) return recognizeSynchronously({ bytes: converted });
  try {
    return await recognizeSynchronously(attachment);
  } catch (error) {
    // The name or type is wrong, or the picture is too large for Textract.
    if (!(error instanceof RefusedError)) throw error;
    return recognizeSynchronously({ bytes: await convert() });
  }
}

/** Starts a job for a file with several pictures, or recognizes few pictures one by one if they must be turned. */
async function multiplePictures(attachment: Attachment): Promise<Content | undefined> {
  await requireRecognition(attachment);
  const bytes = await bytesOf(attachment);
  const { count, areUpright } = await withPictures((pictures) => pictures.picturesIn(bytes));
  if (areUpright || count > extractionLimits.turnedPictures) return startRecognition(attachment, count);
  await reserve(attachment, count);
  const texts: string[] = [];
  for (let page = 0; page < count; page += 1) {
    const picture = await withPictures((pictures) => pictures.pictureForRecognition(bytes, page));
    texts.push(await recognizeSynchronously({ bytes: picture }));
  }
  return contentOf(joinPages(texts));
}

const isEmpty = (text: string): boolean => cleanText(text) === '';

function contentOfDocument({ pages, pageCount, warnings }: DocumentText): Content {
  return contentOf(joinPages(pages), { leftOut: pageCount > pages.length, warnings });
}

/** Returns the text layer of a PDF, with a warning that names the pages without text. */
function textLayer(text: DocumentText, reason: string): Content {
  const empty = text.pages.flatMap((page, index) => (isEmpty(page) ? [index + 1] : []));
  const warning = `Without a text layer and not recognized: ${pageList(empty)}. ${reason}`;
  return contentOfDocument({ ...text, warnings: [warning, ...text.warnings] });
}

/** Recognizes only pages without text, because the text layer is exact. */
async function pdfText(attachment: Attachment): Promise<Content | undefined> {
  const text = await readDocument('pdf', await bytesOf(attachment));
  if (!text.pages.some(isEmpty)) return contentOfDocument(text);
  const { pageCount, pages } = text;
  if (!isRecognizable(pages.join('\n')))
    return textLayer(text, 'Text recognition does not know the script of the other pages.');
  const hasText = !pages.every(isEmpty);
  try {
    await requireRecognition(attachment);
    if (pageCount > 1 || attachment.fileSize > textractLimits.synchronousBytes)
      return await startRecognition(attachment, pageCount);
    await reserve(attachment, 1);
    return contentOf(await recognizeSynchronously(attachment), { warnings: text.warnings });
  } catch (error) {
    // The text of the other pages is better than no text.
    if (hasText && error instanceof UnreadableError) return textLayer(text, error.message);
    // A repeated request in another month recognizes the missing pages.
    if (hasText && error instanceof PageBudgetError)
      return { ...textLayer(text, budgetReached), truncated: true };
    throw error;
  }
}

/**
 * Returns the text of an attachment's file; undefined if an asynchronous job was started. Throws UnreadableError,
 * PageBudgetError and GoneError.
 */
export async function readFile(attachment: Attachment, route: Route): Promise<Content | undefined> {
  switch (route) {
    case 'text':
    case 'docx':
      return contentOfDocument(
        await readDocument(route, await bytesOf(attachment), { charset: attachment.charset }),
      );
    case 'pdf':
      return pdfText(attachment);
    case 'job':
      return multiplePictures(attachment);
    default:
      return contentOf(cleanText(await pictureText(attachment, route)));
  }
}

/** Returns the recognized text of a job by page. Throws UnreadableError. */
async function recognizedText(jobId: string): Promise<DocumentText> {
  const { blocks, pageCount } = await jobText(jobId, extractionLimits.pages);
  const pages = pagesOf(blocks, Math.min(pageCount, extractionLimits.pages));
  return { pages, pageCount, warnings: [] };
}

/**
 * Returns the text of a file whose job has ended: the recognized pages, and the text layer of the other pages of a PDF.
 * Throws UnreadableError and GoneError.
 */
export async function readJob(attachment: Attachment, route: Route, jobId: string): Promise<Content> {
  if (route !== 'pdf') return contentOfDocument(await recognizedText(jobId));
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
