/** PDFs whose lines are turned, or drawn in another order than they are read. */
import type { CorpusFile } from './corpus-file.ts';
import { pdfPage, show } from './pages.ts';

const lines = ['Invoice 4711', 'Date 2026-03-01', 'Total 99.50', 'Thank you'];

/** Draws the lines on a page that is turned by the given angle, so that they are upright when it is shown. */
function turned(degrees: number, order: readonly number[] = [0, 1, 2, 3]): string {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)].map((value) => Number(value.toFixed(6)));
  return order
    .map((index) => {
      const [x, y] = [-150, 40 - 20 * index];
      const at = [306 + x * (cos ?? 0) - y * (sin ?? 0), 396 + x * (sin ?? 0) + y * (cos ?? 0)];
      return show(lines[index] ?? '', [cos ?? 0, sin ?? 0, -(sin ?? 0), cos ?? 0, ...at]);
    })
    .join('');
}

const left = ['The first', 'column of', 'the page'];
const right = ['is beside', 'the second', 'one here'];
const inColumns = [
  ...left.map((text, index) => show(text, [72, 700 - 16 * index])),
  ...right.map((text, index) => show(text, [340, 700 - 16 * index])),
];

const files: readonly [name: string, content: string, entries: string, expected?: readonly string[]][] = [
  ...[90, 180, 270].map((degrees): [string, string, string] => [
    `on a page turned by ${degrees} degrees`,
    turned(degrees),
    `/Rotate ${degrees}`,
  ]),
  ['turned back by the viewer', turned(-90), '/Rotate -90'],
  ['turned on an upright page', turned(90), ''],
  ['at an angle of 10 degrees', turned(10), ''],
  ['drawn from the bottom', turned(0, [3, 2, 1, 0]), ''],
  ['drawn in disorder on a turned page', turned(90, [2, 0, 3, 1]), '/Rotate 90'],
  ['in two columns', inColumns.join(''), '', [...left, ...right]],
  ['on a page that is cut', turned(0), '/CropBox[100 300 500 500]'],
  ['in large units', turned(0), '/UserUnit 2'],
];

export const turnedPageFiles: readonly CorpusFile[] = files.map(
  ([name, content, entries, expected = lines]) => ({
    name: `PDF with lines ${name}`,
    kind: 'pdf',
    bytes: pdfPage({ content, entries }),
    lines: expected,
  }),
);
