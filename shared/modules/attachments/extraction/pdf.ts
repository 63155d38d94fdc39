/** Text layers of PDFs. Runs in the reader's thread only. */
import { allOf } from '../../../kernel/table/parallel.ts';
import { extractionLimits } from './limits.ts';

export interface PdfText {
  /** Of the document, however many were read. */
  pageCount: number;
  /** The text of each page that was read; empty for a page that has none, a scanned one for instance. */
  pages: string[];
}

/** The parser answers by messages: so many pages are asked for before the first has come. More would only take memory. */
const pagesAtOnce = 16;

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>;

/** A page that cannot be read counts as one without text: it may still be recognized. */
async function pageText(pdf: Pdf, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const texts = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''));
    page.cleanup();
    return texts.join('');
  } catch {
    return '';
  }
}

/** The text layer of a PDF. Throws when it is none, or is locked by a password. */
export async function pdfText(bytes: Uint8Array): Promise<PdfText> {
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 });
  try {
    const pages: string[] = [];
    const count = Math.min(pdf.numPages, extractionLimits.pages);
    for (let first = 1; first <= count; first += pagesAtOnce) {
      const numbers = Array.from(
        { length: Math.min(pagesAtOnce, count - first + 1) },
        (_, index) => first + index,
      );
      pages.push(...(await allOf(numbers.map((number) => pageText(pdf, number)))));
    }
    return { pageCount: pdf.numPages, pages };
  } finally {
    await pdf.loadingTask.destroy();
  }
}
