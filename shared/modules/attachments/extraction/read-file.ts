/** Reads the text of a file: by a parser if it contains text, otherwise by recognition. */
import { hash } from 'node:crypto';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import type { Attachment } from '../attachment.ts';
import { type Content, cleanText, contentOf, joinPages } from './content.ts';
import { bytesOf, contentOfDocument, isEmpty, textLayer, unreadPages } from './document-content.ts';
import { NoTextError, readDocument, UnreadableError } from './document-reader.ts';
import { extractionOf, jobTag } from './extraction.ts';
import { budgetReached, PageBudgetError, reservePages } from './extraction-store.ts';
import { extractionLimits, textractLimits } from './limits.ts';
import { recognitionIsOn } from './recognition-switch.ts';
import { isRecognizable, pagesOf } from './recognized-text.ts';
import type { Route } from './route.ts';
import { detectText, RefusedError, startJob } from './textract.ts';

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

/** Recognizes only pages without text, because the text layer is exact, and only if they show something. */
async function pdfText(attachment: Attachment): Promise<Content | undefined> {
  const text = await readDocument('pdf', await bytesOf(attachment));
  if (unreadPages(text).length === 0) return contentOfDocument(text);
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
