/** Extracts the text layer of PDFs. Runs in the worker thread only. */
import { allOf } from '../../../kernel/table/parallel.ts';
import { extractionLimits } from './limits.ts';

export interface PdfText {
  /** Number of pages of the document, including pages that were not read. */
  pageCount: number;
  /** Text of each page that was read; empty for a page without text, for example a scanned page. */
  pages: string[];
}

/** Number of pages that are requested in parallel. More would only need more memory. */
const parallelPages = 16;

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>;

/** Returns an empty text for an unreadable page, which may still be recognized. */
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

/** Returns the text layer of a PDF. Throws if the file is not a PDF or requires a password. */
export async function pdfText(bytes: Uint8Array): Promise<PdfText> {
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 });
  try {
    const pages: string[] = [];
    const count = Math.min(pdf.numPages, extractionLimits.pages);
    for (let first = 1; first <= count; first += parallelPages) {
      const numbers = Array.from(
        { length: Math.min(parallelPages, count - first + 1) },
        (_, index) => first + index,
      );
      pages.push(...(await allOf(numbers.map((number) => pageText(pdf, number)))));
    }
    return { pageCount: pdf.numPages, pages };
  } finally {
    await pdf.loadingTask.destroy();
  }
}
