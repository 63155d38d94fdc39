import { describe, expect, it } from 'vitest';
import { isRecognizable, pagesOf } from '../../../shared/modules/attachments/extraction/recognized-text.ts';

const line = (Text: string, Left: number, Top: number, Width = 0.3, Page = 1) => ({
  BlockType: 'LINE',
  Text,
  Page,
  Geometry: { BoundingBox: { Left, Top, Width, Height: 0.02 } },
});

/** Turns a line around the middle of a page of this height, as Textract returns it: with a polygon around its text. */
const turned = (degrees: number, pageHeight: number) => (block: ReturnType<typeof line>) => {
  const { Left, Top, Width, Height } = block.Geometry.BoundingBox;
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const corners = [[0, 0] as const, [Width, 0] as const, [Width, Height] as const, [0, Height] as const];
  const Polygon = corners.map(([right, down]) => {
    const [x, y] = [Left + right - 0.5, (Top + down - 0.5) * pageHeight];
    return { X: x * cos - y * sin + 0.5, Y: (x * sin + y * cos) / pageHeight + 0.5 };
  });
  const [xs, ys] = [Polygon.map(({ X }) => X), Polygon.map(({ Y }) => Y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const box = { Left: left, Top: top, Width: Math.max(...xs) - left, Height: Math.max(...ys) - top };
  return { ...block, Geometry: { Polygon, BoundingBox: box } };
};

describe('recognized text', () => {
  it('is joined line by line, with an empty line for a wide gap', () => {
    const blocks = [line('second', 0.1, 0.13), line('first', 0.1, 0.1), line('apart', 0.1, 0.2)];
    expect(pagesOf(blocks, 1)).toEqual(['first\nsecond\n\napart']);
  });

  it('reads neighbouring words from left to right, also slightly skewed', () => {
    const blocks = [
      line('99 EUR', 0.7, 0.095, 0.1),
      line('Total', 0.1, 0.1, 0.1),
      line('Tax', 0.1, 0.13, 0.1),
      line('19 EUR', 0.7, 0.135, 0.1),
      line('Net', 0.1, 0.16, 0.1),
      line('80 EUR', 0.7, 0.16, 0.1),
    ];
    expect(pagesOf(blocks, 1)).toEqual(['Total 99 EUR\nTax 19 EUR\nNet 80 EUR']);
  });

  const inRows = (side: string) => [0, 1, 2, 3].map((row) => `${side} ${row}`);
  const columns = [0, 1, 2, 3].flatMap((row) => [
    line(`right ${row}`, 0.55, 0.2 + row * 0.03, 0.35),
    line(`left ${row}`, 0.1, 0.2 + row * 0.03, 0.35),
  ]);
  const title = line('Title', 0.1, 0.15, 0.8);

  it('reads columns of text one after the other, with what is above and below them', () => {
    const [text] = pagesOf([title, ...columns, line('Foot', 0.1, 0.4, 0.8)], 1);
    expect(text?.split(/\n+/)).toEqual(['Title', ...inRows('left'), ...inRows('right'), 'Foot']);
  });

  it('separates pages, also those without text; words and page blocks are ignored', () => {
    const blocks = [
      { BlockType: 'PAGE', Page: 1 },
      line('one', 0, 0),
      { ...line('one', 0, 0), BlockType: 'WORD' },
      line('three', 0, 0, 0.3, 3),
      { BlockType: 'LINE', Text: 'no place' },
    ];
    expect(pagesOf(blocks, 3)).toEqual(['one\nno place', '', 'three']);
    expect(pagesOf([], 2)).toEqual(['', '']);
  });

  const page = [
    title,
    ...columns,
    line('Total', 0.1, 0.4, 0.5),
    line('99 EUR', 0.7, 0.4, 0.1),
    line('Foot', 0.1, 0.46, 0.2),
  ];

  it.each([90, 180, 270, 10, -10, 100])(
    'keeps its order when the page is turned by %i degrees',
    (degrees) => {
      const upright = pagesOf(page, 1);
      expect(upright[0]).toContain('Total 99 EUR');
      // Pages are not square.
      for (const height of [1, 1.4]) expect(pagesOf(page.map(turned(degrees, height)), 1)).toEqual(upright);
    },
  );

  it('keeps a logo apart from the lines beside it', () => {
    const logo = { Text: 'ACME', BlockType: 'LINE', Page: 1 };
    const box = { Left: 0.1, Top: 0.1, Width: 0.2, Height: 0.1 };
    const blocks = [
      { ...logo, Geometry: { BoundingBox: box } },
      line('Street 1', 0.5, 0.12),
      line('Town', 0.5, 0.15),
    ];
    expect(pagesOf(blocks, 1)[0]?.split(/\n+/)).toEqual(['ACME', 'Street 1', 'Town']);
  });
});

describe('recognition', () => {
  it.each([
    ['Rechnung Größe', true],
    ['請求書 No. 5', false],
    ['Счет', false],
    ['4711', true],
    ['', true],
  ])('of a file with the text %j is possible: %s', (text, expected) =>
    expect(isRecognizable(text)).toBe(expected),
  );
});
