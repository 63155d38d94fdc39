/** Detects pages that show nothing, such as the backs of printed sheets. */
import type { PdfOperators, PdfPage } from './pdf-types.ts';

/**
 * Commands that draw nothing. `transform` is not among them: pictures are not in the list of commands (`maxImageSize`), but
 * without a transformation they would have one point.
 */
const settings = [
  ...[
    'dependency',
    'save',
    'restore',
    'clip',
    'eoClip',
    'endPath',
    'setGState',
    'setRenderingIntent',
    'setFlatness',
  ],
  ...['setLineWidth', 'setLineCap', 'setLineJoin', 'setMiterLimit', 'setDash'],
  ...[
    'setStrokeColorSpace',
    'setFillColorSpace',
    'setStrokeColor',
    'setFillColor',
    'setStrokeGray',
    'setFillGray',
  ],
  ...['setStrokeRGBColor', 'setFillRGBColor', 'setStrokeCMYKColor', 'setFillCMYKColor'],
  ...['beginText', 'endText', 'setFont', 'moveText', 'setLeadingMoveText', 'setTextMatrix', 'nextLine'],
  ...['setCharSpacing', 'setWordSpacing', 'setHScale', 'setLeading', 'setTextRenderingMode', 'setTextRise'],
  ...['markPoint', 'markPointProps', 'beginMarkedContent', 'beginMarkedContentProps', 'endMarkedContent'],
] as const satisfies readonly (keyof PdfOperators)[];

/** Maximum number of blanks on a page. With more, the letters of a font may be mapped to blanks. */
const maxBlanks = 10;

/** Returns the number of blanks that a `showText` operator draws; NaN if it draws letters. */
function blanksIn(glyphs: unknown): number {
  if (!Array.isArray(glyphs)) return Number.NaN;
  const texts = glyphs
    .filter((glyph: unknown) => typeof glyph === 'object')
    .map((glyph: { unicode?: string } | null) => glyph?.unicode ?? ' ');
  return texts.every((text) => text.trim() === '') ? texts.length : Number.NaN;
}

/** Returns whether a page without a text layer shows nothing that could be recognized. */
export async function isBlank(page: PdfPage, operators: PdfOperators): Promise<boolean> {
  const { fnArray, argsArray } = await page.getOperatorList({ intent: 'display' });
  const drawsNothing: ReadonlySet<number> = new Set(settings.map((name) => operators[name]));
  let blanks = 0;
  return fnArray.every((operator, index) => {
    const [first]: unknown[] = argsArray[index] ?? [];
    if (operator === operators.constructPath) return first === operators.endPath;
    if (operator !== operators.showText) return drawsNothing.has(operator);
    blanks += blanksIn(first);
    return blanks <= maxBlanks;
  });
}
