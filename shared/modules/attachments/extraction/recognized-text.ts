/** Sorts the lines of Textract into reading order. Pure. */
import { type Geometry, type UprightBox, uprightBoxes } from './upright-lines.ts';

/** The used fields of a Textract block. */
export interface TextBlock {
  BlockType?: string | undefined;
  Text?: string | undefined;
  Page?: number | undefined;
  Geometry?: Geometry | undefined;
}

interface Line extends UprightBox {
  text: string;
}

/** Minimum gap between two columns and minimum width of a column, as shares of the width of all text. */
const [gapWidth, columnWidth] = [0.018, 0.3];
/** Minimum number of rows in columns. */
const columnRows = 3;
/** Lines that overlap vertically by this share of their height are side by side. */
const sharedHeight = 0.5;
/** Taller lines, for example logos, are beside several rows and no part of any. */
const maxHeightRatio = 2.5;
/** A space of more than this share of a line's height starts a paragraph. */
const paragraphSpace = 0.9;

/** Returns the lines upright, with positions along them as shares of the width of all text. */
function linesOf(blocks: readonly TextBlock[]): Line[] {
  const boxes = uprightBoxes(blocks.map(({ Geometry: geometry }) => geometry));
  const from = Math.min(...boxes.map(({ left }) => left));
  const width = Math.max(...boxes.map(({ right }) => right)) - from || 1;
  return blocks.flatMap(({ Text: text = '' }, index) => {
    const box = boxes[index];
    if (box === undefined) return [];
    const { left, right } = box;
    return [{ ...box, text, left: (left - from) / width, right: (right - from) / width }];
  });
}

const heightOf = ({ top, bottom }: Line): number => bottom - top;

/** Groups lines that are side by side into rows, from top to bottom and from left to right. */
function rowsOf(lines: readonly Line[]): Line[][] {
  const rows: Line[][] = [];
  for (const line of lines.toSorted((a, b) => a.top - b.top)) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    const shared =
      first === undefined ? 0 : Math.min(first.bottom, line.bottom) - Math.max(first.top, line.top);
    const isBeside =
      first !== undefined &&
      shared > sharedHeight * Math.min(heightOf(first), heightOf(line)) &&
      heightOf(first) < maxHeightRatio * heightOf(line);
    if (isBeside) row?.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => row.toSorted((a, b) => a.left - b.left));
}

/** Returns the columns that gaps through all rows separate. */
function columnsOf(rows: readonly (readonly Line[])[]): [from: number, to: number][] {
  const columns: [number, number][] = [];
  for (const { left, right } of rows.flat().toSorted((a, b) => a.left - b.left)) {
    const column = columns.at(-1);
    if (column === undefined || left > column[1] + gapWidth) columns.push([left, right]);
    else column[1] = Math.max(column[1], right);
  }
  return columns;
}

/** Returns whether the rows are columns of text. Narrow columns are a table, which is read row by row. */
function areTextColumns(rows: readonly (readonly Line[])[]): boolean {
  const columns = columnsOf(rows);
  return columns.length > 1 && columns.every(([from, to]) => to - from >= columnWidth);
}

/** Groups rows into regions: one per column of text, and one for each other row. */
function regionsOf(rows: readonly (readonly Line[])[]): (readonly Line[])[][] {
  const regions: (readonly Line[])[][] = [];
  let start = 0;
  while (start < rows.length) {
    let end = start + columnRows;
    if (end > rows.length || !areTextColumns(rows.slice(start, end))) {
      regions.push(rows.slice(start, start + 1));
      start += 1;
      continue;
    }
    while (end < rows.length && areTextColumns(rows.slice(start, end + 1))) end += 1;
    const region = rows.slice(start, end);
    for (const [from, to] of columnsOf(region)) {
      regions.push(
        region
          .map((row) => row.filter(({ left, right }) => left >= from && right <= to))
          .filter((row) => row.length > 0),
      );
    }
    start = end;
  }
  return regions;
}

/** Joins rows; a wide space between two rows becomes an empty line. */
function textOf(rows: readonly (readonly Line[])[]): string {
  let text = '';
  let before: { bottom: number; height: number } | undefined;
  for (const row of rows) {
    const [top, bottom] = [
      Math.min(...row.map((line) => line.top)),
      Math.max(...row.map((line) => line.bottom)),
    ];
    const isParagraph = before !== undefined && top - before.bottom > paragraphSpace * before.height;
    if (before !== undefined) text += isParagraph ? '\n\n' : '\n';
    text += row.map((line) => line.text).join(' ');
    before = { bottom, height: bottom - top };
  }
  return text;
}

function pageText(lines: readonly Line[]): string {
  // A region continues the previous one, unless it is another column.
  const parts: (readonly Line[])[][] = [];
  for (const region of regionsOf(rowsOf(lines))) {
    const last = parts.at(-1);
    if (region.length === 1 && last?.at(-1)?.length !== undefined && isBelow(last, region))
      last.push(...region);
    else parts.push([...region]);
  }
  return parts.map(textOf).join('\n\n');
}

function isBelow(above: readonly (readonly Line[])[], below: readonly (readonly Line[])[]): boolean {
  const bottom = Math.max(...above.flat().map((line) => line.top));
  return below.flat().every(({ top }) => top >= bottom);
}

/** Returns the text of each page; empty for pages without text. */
export function pagesOf(blocks: readonly TextBlock[], pageCount: number): string[] {
  const lines = Map.groupBy(
    blocks.filter(({ BlockType }) => BlockType === 'LINE'),
    ({ Page = 1 }) => Page,
  );
  return Array.from({ length: pageCount }, (_, index) => pageText(linesOf(lines.get(index + 1) ?? [])));
}

/**
 * Returns whether Textract knows the script of a text. A text without letters has no script.
 * https://docs.aws.amazon.com/textract/latest/dg/limits-document.html
 */
export function isRecognizable(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin >= letters / 2;
}
