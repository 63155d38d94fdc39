/** Textract's result for a document: pages, lines and words as blocks that refer to each other. */
import { randomUUID } from 'node:crypto';

/** Fractions of the page's width and height, 0 to 1, from the upper left corner. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface RecognizedWord {
  text: string;
  /** 0 to 100. */
  confidence: number;
  box: Box;
}

export interface RecognizedLine extends RecognizedWord {
  words: readonly RecognizedWord[];
}

export interface RecognizedPage {
  /** Starts at 1. */
  page: number;
  /** In reading order; undefined when the page could not be read. */
  lines: readonly RecognizedLine[] | undefined;
}

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

const wholePage: Box = { left: 0, top: 0, width: 1, height: 1 };

function geometryOf({ left, top, width, height }: Box): object {
  const [right, bottom] = [left + width, top + height];
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return {
    BoundingBox: { Left: left, Top: top, Width: width, Height: height },
    Polygon: corners.map(([X, Y]) => ({ X, Y })),
  };
}

const children = (blocks: readonly Block[]): Pick<Block, 'Relationships'> =>
  blocks.length === 0 ? {} : { Relationships: [{ Type: 'CHILD', Ids: blocks.map(({ Id }) => Id) }] };

/** Returns the blocks of a page: the page, its lines, then the words of all lines. */
function blocksOfPage({ page, lines = [] }: RecognizedPage): Block[] {
  const words: Block[] = [];
  const ofLines = lines.map(({ text, confidence, box, words: inLine }): Block => {
    const own = inLine.map(
      (word): Block => ({
        BlockType: 'WORD',
        Confidence: word.confidence,
        Text: word.text,
        TextType: 'PRINTED',
        Geometry: geometryOf(word.box),
        Id: randomUUID(),
        Page: page,
      }),
    );
    words.push(...own);
    return {
      BlockType: 'LINE',
      Confidence: confidence,
      Text: text,
      Geometry: geometryOf(box),
      Id: randomUUID(),
      Page: page,
      ...children(own),
    };
  });
  const whole: Block = {
    BlockType: 'PAGE',
    Geometry: geometryOf(wholePage),
    Id: randomUUID(),
    Page: page,
    ...children(ofLines),
  };
  return [whole, ...ofLines, ...words];
}

/** Returns all blocks of a document, page by page. Unreadable pages have none. */
export function blocksOf(pages: readonly RecognizedPage[]): Block[] {
  return pages.filter(({ lines }) => lines !== undefined).flatMap(blocksOfPage);
}
