/** What extraction reads and keeps of a file at most. Files are strangers: any of them may be a bomb. */
export const extractionLimits = {
  /** Pages of a PDF whose text is read; of a longer one the rest is left out. */
  pages: 500,
  /** Files within a docx. */
  zipEntries: 2_000,
  /** What a docx may unfold to. */
  unzippedBytes: 100 * 1_048_576,
  /** What reading one document may take of memory, beside the document. */
  readerBytes: 512 * 1_048_576,
  /** How long reading one document may take. */
  readerSeconds: 60,
  /** Of a picture that is converted. */
  pixels: 100_000_000,
  /** Text that is kept of a file, in UTF-8; the rest is left out. */
  contentBytes: 2 * 1_048_576,
  /** Text up to this size lies in the table, larger text in the bucket: an item holds 400 KB. */
  itemBytes: 350 * 1_024,
  /** Text that lies in the attachment's own row, and that lists show. */
  rowBytes: 1_024,
  /** Different words by which an attachment is found. */
  words: 500,
  /** Longer ones are no words. */
  wordCharacters: 64,
} as const;

/**
 * What Textract takes.
 * https://docs.aws.amazon.com/textract/latest/dg/limits-document.html
 */
export const textractLimits = {
  synchronousBytes: 10 * 1_048_576,
  sidePixels: 10_000,
} as const;
