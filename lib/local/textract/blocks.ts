/** Textract's result for a page: the page, its lines and its words as blocks that refer to each other. */
import { randomUUID } from 'node:crypto';
import type { Bbox, Page } from 'tesseract.js';

// https://docs.aws.amazon.com/textract/latest/dg/API_Block.html
export interface Block {
  BlockType: 'PAGE' | 'LINE' | 'WORD';
  Id: string;
  Page: number;
  Geometry: object;
  Confidence?: number;
  Text?: string;
  TextType?: 'PRINTED';
  Relationships?: { Type: 'CHILD'; Ids: string[] }[];
}

/** The size of the page that was read, in pixels. */
type Size = Record<'width' | 'height', number>;

/** Positions as fractions of the page's width and height, from the upper left corner. */
function geometryOf({ x0, y0, x1, y1 }: Bbox, { width, height }: Size): object {
  const box = { Left: x0 / width, Top: y0 / height, Width: (x1 - x0) / width, Height: (y1 - y0) / height };
  return { BoundingBox: box };
}

/** Returns the blocks of a page that Tesseract has read: the page, its lines, then the words of all lines. */
export function blocksOf(page: number, recognized: Pick<Page, 'blocks'>, size: Size): Block[] {
  const block = (BlockType: Block['BlockType'], bbox: Bbox, children: readonly Block[]): Block => ({
    BlockType,
    Id: randomUUID(),
    Page: page,
    Geometry: geometryOf(bbox, size),
    ...(children.length > 0 && { Relationships: [{ Type: 'CHILD', Ids: children.map(({ Id }) => Id) }] }),
  });
  const found = (recognized.blocks ?? []).flatMap(({ paragraphs }) => paragraphs);
  const words: Block[] = [];
  const lines = found
    .flatMap((paragraph) => paragraph.lines)
    .map((line): Block => {
      const own = line.words.map(
        ({ text, confidence, bbox }): Block => ({
          ...block('WORD', bbox, []),
          Confidence: confidence,
          Text: text.trim(),
          TextType: 'PRINTED',
        }),
      );
      words.push(...own);
      return { ...block('LINE', line.bbox, own), Confidence: line.confidence, Text: line.text.trim() };
    });
  const whole = { x0: 0, y0: 0, x1: size.width, y1: size.height };
  return [block('PAGE', whole, lines), ...lines, ...words];
}
