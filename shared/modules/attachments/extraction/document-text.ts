/** The text of a document, as its parser returns it. */
export interface DocumentText {
  /** Number of pages of the document, including pages that were not read. */
  pageCount: number;
  /** Text of each page that was read; empty for a page without text, for example a scanned page. */
  pages: string[];
  /** Numbers of pages, from 1, that show nothing. */
  blankPages?: readonly number[];
  /** Names what could not be read. */
  warnings: string[];
}

/** The document cannot be read. The message is for the users who uploaded it. */
export class DocumentError extends Error {
  override name = 'DocumentError';
}
