/** Which letters text extraction finds in files that are hard to read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument } from '../../../../shared/modules/attachments/extraction/document-reader.ts';
import type { Bench, Measurement } from '../bench.ts';
import { corpus } from '../corpus/corpus.ts';
import type { CorpusFile } from '../corpus/corpus-file.ts';
import { letterShare } from '../corpus/letters.ts';
import { pdftotext, pdftotextVersion } from '../corpus/pdftotext.ts';

/** A file has its letters from this share, because readers differ in characters that look alike. */
const completeShare = 0.98;
/** In a PDF of others, fewer letters of `pdftotext` may be noise. */
const minLetters = 3;
const maxNamed = 40;
const folder = process.env.BENCH_FOLDER;

async function textOf({
  kind,
  bytes,
  charset,
}: Pick<CorpusFile, 'kind' | 'bytes' | 'charset'>): Promise<string> {
  const text = await readDocument(kind, bytes, { charset }).catch(() => undefined);
  return text?.pages.join('\n') ?? '';
}

interface Judged {
  name: string;
  share: number;
}

const isComplete = ({ share }: Judged): boolean => share >= completeShare;

function measurementOf(files: readonly Judged[], notes: readonly string[]): Measurement {
  const incomplete = files.filter((file) => !isComplete(file)).toSorted((a, b) => a.share - b.share);
  const named = incomplete
    .slice(0, maxNamed)
    .map(({ name, share }) => `${(100 * share).toFixed(0)} %: ${name}`);
  return {
    ours: (files.length - incomplete.length) / files.length,
    other: null,
    notes: [`${files.length - incomplete.length} of ${files.length} files`, ...notes, ...named],
    details: { incomplete },
  };
}

/** Compares with what was written into each file, and PDFs also with the other reader. */
async function ownFiles(version: string | undefined): Promise<Measurement> {
  const judged: Judged[] = [];
  const others: Judged[] = [];
  for (const { name, lines, ...file } of corpus) {
    const [text, written] = [await textOf(file), lines.join('\n')];
    const share = letterShare(text, written).share;
    const other = version !== undefined && file.kind === 'pdf' ? pdftotext(file.bytes) : undefined;
    judged.push({
      name,
      share: other === undefined ? share : Math.min(share, letterShare(text, other).share),
    });
    if (other !== undefined) others.push({ name, share: letterShare(other, written).share });
  }
  const complete = others.filter(isComplete).length;
  const note =
    version === undefined
      ? 'pdftotext is not installed (poppler-utils): compared only with what was written into the files'
      : `pdftotext ${version} finds what was written into ${complete} of ${others.length} PDFs`;
  return measurementOf(judged, [note]);
}

/** Compares all PDFs of a folder in which the other reader finds letters. */
async function filesOf(path: string, version: string | undefined): Promise<Measurement> {
  if (version === undefined) throw new Error('Comparing a folder needs pdftotext (poppler-utils).');
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.pdf$/i.test(name),
  );
  const judged: Judged[] = [];
  for (const name of names.toSorted()) {
    const bytes = readFileSync(join(path, name));
    const other = pdftotext(bytes);
    if (letterShare('', other).expected < minLetters) continue;
    judged.push({ name, share: letterShare(await textOf({ kind: 'pdf', bytes }), other).share });
  }
  if (judged.length === 0) throw new Error(`${path} contains no PDF with text.`);
  return measurementOf(judged, [
    `compared with pdftotext ${version}, which finds text in ${judged.length} PDFs of ${names.length}`,
  ]);
}

export const corpusBench: Bench = {
  name: 'extraction-corpus',
  unit: `share of files with ${100 * completeShare} % of their letters`,
  // Some files of others are damaged, or the other reader is wrong.
  bar: folder === undefined ? 1 : 0.95,
  atLeast: true,
  measure: () => (folder === undefined ? ownFiles(pdftotextVersion()) : filesOf(folder, pdftotextVersion())),
};
