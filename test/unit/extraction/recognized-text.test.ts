import { describe, expect, it } from 'vitest';
import { pagesOf } from '../../../shared/modules/attachments/extraction/recognized-text.ts';

const line = (Text: string, Left: number, Top: number, Width = 0.3, Page = 1) => ({
  BlockType: 'LINE',
  Text,
  Page,
  Geometry: { BoundingBox: { Left, Top, Width, Height: 0.02 } },
});

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

  it('reads columns of text one after the other, with what is above and below them', () => {
    const rows = [0, 1, 2, 3].flatMap((row) => [
      line(`right ${row}`, 0.55, 0.2 + row * 0.03, 0.35),
      line(`left ${row}`, 0.1, 0.2 + row * 0.03, 0.35),
    ]);
    const blocks = [line('Title of both', 0.1, 0.15, 0.8), ...rows, line('Foot of both', 0.1, 0.4, 0.8)];
    expect(pagesOf(blocks, 1)[0]?.split(/\n+/)).toEqual([
      'Title of both',
      'left 0',
      'left 1',
      'left 2',
      'left 3',
      'right 0',
      'right 1',
      'right 2',
      'right 3',
      'Foot of both',
    ]);
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
});
