/** The overhead of text extraction over its packages, and the cost of a full-text search. */
import { extractText, getDocumentProxy } from 'unpdf';
import { contentOf, joinPages } from '../../../../shared/modules/attachments/extraction/content.ts';
import { readDocument } from '../../../../shared/modules/attachments/extraction/document-reader.ts';
import { indexWords } from '../../../../shared/modules/attachments/extraction/words.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { libraryPath, searchedWord, wordHits } from '../files.ts';
import { medianUnits } from '../measured-calls.ts';
import { figuresOf } from '../platform.ts';
import { sized } from '../size.ts';
import { alternate, median, timed } from '../statistics.ts';
import { textPdf } from '../text-pdf.ts';
import { corpusBench } from './extraction-corpus.ts';

const pages = sized(100, 2);
const rounds = sized(9, 1);
const searched = sized(10_000, 100);

const msPerPage = async (work: () => Promise<unknown>): Promise<number> => (await timed(work)) / pages;

/** Measures from the bytes to the stored text and its indexed words; both sides are warm. */
async function overheadOfExtraction(): Promise<Measurement> {
  const pdf = textPdf(pages);
  const ours = () =>
    msPerPage(async () => {
      const { pages: texts } = await readDocument('pdf', pdf);
      const { text } = contentOf(joinPages(texts));
      if (texts.length !== pages || indexWords(text).length === 0) throw new Error('The text is incomplete.');
    });
  const bare = () =>
    msPerPage(async () => {
      const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 });
      const { text } = await extractText(document, { mergePages: false });
      await document.loadingTask.destroy();
      if (text.length !== pages) throw new Error('The text is incomplete.');
    });
  for (let round = 0; round < 2; round += 1) {
    await ours();
    await bare();
  }
  const times = await alternate(rounds, { ours, bare });
  return {
    ours: median(times.ours),
    other: median(times.bare),
    notes: [`median of ${rounds} documents of ${pages} pages each`],
  };
}

async function unitsOfContentSearch(context: BenchContext): Promise<Measurement> {
  const platform = await context.platform();
  const caller = await platform.tenantWithTexts(searched);
  const { calls } = await alternate(5, {
    calls: () => platform.call(caller, 'GET', `${libraryPath}?contentSearch=${searchedWord}`),
  });
  const last = calls.at(-1);
  const found = (last?.body as { total?: number; items?: unknown[] } | undefined) ?? {};
  if (found.total !== wordHits || found.items?.length !== wordHits)
    throw new Error('The search did not return all hits.');
  return {
    ours: medianUnits(calls),
    other: null,
    notes: last && [`${last.requests} requests: ${figuresOf(last)}; ${wordHits} hits, all on the page`],
  };
}

export const extractionBenches: readonly Bench[] = [
  {
    name: 'extract-overhead',
    unit: 'ms per page',
    against: 'bare unpdf',
    // Ours also reads annotations, orders the lines, and finds fonts without a map to Unicode.
    bar: 1.4,
    measure: overheadOfExtraction,
  },
  corpusBench,
  {
    name: 'content-search-units',
    unit: `units per one-word search of ${searched} texts`,
    bar: 10,
    measure: unitsOfContentSearch,
  },
];
