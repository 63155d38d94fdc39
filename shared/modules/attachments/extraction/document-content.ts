/** The file of an attachment, and the content that is stored of its text. */
import { openObject } from '../../../kernel/files/bucket.ts';
import type { Attachment } from '../attachment.ts';
import { type Content, cleanText, contentOf, joinPages, pageList } from './content.ts';
import { UnreadableError } from './document-reader.ts';
import type { DocumentText } from './document-text.ts';

/** Returns the bytes of an attachment's file. Throws UnreadableError if it is missing. */
export async function bytesOf({ objectKey, fileSize }: Attachment): Promise<Uint8Array> {
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

/** Returns whether a page has no text. */
export const isEmpty = (text: string): boolean => cleanText(text) === '';

/** Returns the numbers of pages, from 1, without text that show something, for example a picture of text. */
export const unreadPages = ({ pages, blankPages = [] }: DocumentText): number[] =>
  pages.flatMap((page, index) => (isEmpty(page) && !blankPages.includes(index + 1) ? [index + 1] : []));

export function contentOfDocument({ pages, pageCount, warnings }: DocumentText): Content {
  return contentOf(joinPages(pages), { leftOut: pageCount > pages.length, warnings });
}

/** Returns the text layer of a PDF, with a warning that names the pages that may have more text. */
export function textLayer(text: DocumentText, reason: string): Content {
  const warning = `Without a text layer and not recognized: ${pageList(unreadPages(text))}. ${reason}`;
  return contentOfDocument({ ...text, warnings: [warning, ...text.warnings] });
}
