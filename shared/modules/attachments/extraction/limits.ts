/** Limits of extraction. Files are untrusted and may be crafted to exhaust resources. */
export const extractionLimits = {
  /** Maximum pages of a PDF; further pages are left out. */
  pages: 500,
  /** Maximum entries of a docx. */
  zipEntries: 2_000,
  /** Maximum unzipped size of a docx. */
  unzippedBytes: 100 * 1_048_576,
  /** Maximum memory for reading one document, without the document itself. */
  readerBytes: 512 * 1_048_576,
  /** Maximum time for reading one document. */
  readerSeconds: 60,
  /** Maximum pixels of a picture to convert. */
  pixels: 100_000_000,
  /** Maximum size of the stored text in UTF-8; the rest is left out. */
  contentBytes: 2 * 1_048_576,
  /** Maximum size of a text in a response, which Lambda limits to 6 MB after escaping quotes and backslashes twice. */
  responseBytes: 4_500_000,
  /** Maximum size of a text in the table (items have at most 400 KB); larger texts are stored in the bucket. */
  itemBytes: 350 * 1_024,
  /** Maximum size of the text in the attachment's row, which lists return. */
  rowBytes: 1_024,
  /** Maximum number of stored warnings. */
  warnings: 10,
  /** Maximum size of a warning in UTF-8. */
  warningBytes: 300,
  /** Maximum number of pictures of a file that are turned upright and recognized one by one. */
  turnedPictures: 20,
  /** Maximum number of indexed words per attachment. */
  words: 500,
  /** Maximum characters of an indexed word. */
  wordCharacters: 64,
} as const;

/**
 * Limits of Textract.
 * https://docs.aws.amazon.com/textract/latest/dg/limits-document.html
 */
export const textractLimits = {
  synchronousBytes: 10 * 1_048_576,
  sidePixels: 10_000,
} as const;
