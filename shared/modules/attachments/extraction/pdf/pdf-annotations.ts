/** Reads the visible texts of a PDF page's annotations: values of form fields, free texts, captions and stamps. */
import type { PdfOperators, PdfPage } from './pdf-types.ts';

/** The used properties of pdf.js's annotations. */
interface Annotation {
  id: string;
  subtype: string;
  rect: number[];
  annotationFlags?: number;
  hasAppearance: boolean;
  contentsObj?: { str: string };
  /** The text of the appearance, of text fields and free texts only. */
  textContent?: string[];
  fieldType?: string;
  fieldValue?: unknown;
  password?: boolean;
  /** Whether each letter has a cell of its own. */
  comb?: boolean;
  options?: { exportValue: string; displayValue: string }[];
}

/** The text of an annotation, with its rectangle in the coordinates of the page. */
export interface AnnotationText {
  text: string;
  rect: number[];
}

/** Annotations that mark, link or comment text of the page. */
const withoutText = new Set([
  'Link',
  'Popup',
  'Text',
  'FileAttachment',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'Ink',
  'Sound',
  'Movie',
]);

/** Flags of annotations that are not shown: hidden, and shown only in print. ISO 32000-1, table 165 */
const [isHidden, isNotViewed] = [0b10, 0b10_0000];

/** A gap in a text, in thousandths of the font size, from which it is a space. */
const spaceWidth = -200;

/** Returns the chosen options as they are shown. */
function chosen({ fieldValue, options = [] }: Annotation): string {
  const values = Array.isArray(fieldValue) ? fieldValue.map(String) : [];
  return values
    .map((value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value)
    .join('\n');
}

/** Returns the text that needs no appearance; undefined if only the appearance has it. */
function statedText(annotation: Annotation): string | undefined {
  const { subtype, fieldType, fieldValue, textContent, contentsObj, hasAppearance } = annotation;
  if (withoutText.has(subtype) || annotation.password === true) return '';
  // The appearance has blanks between the letters.
  if (annotation.comb === true && typeof fieldValue === 'string') return fieldValue;
  if (textContent !== undefined) return textContent.join('\n');
  if (fieldType === 'Tx') return typeof fieldValue === 'string' ? fieldValue : '';
  if (hasAppearance) return undefined;
  if (fieldType === 'Ch') return chosen(annotation);
  return subtype === 'FreeText' ? (contentsObj?.str ?? '') : '';
}

/** Returns the text of a `showText` operator. Numbers are gaps between glyphs. */
function shownText(glyphs: unknown): string {
  if (!Array.isArray(glyphs)) return '';
  return glyphs
    .map((glyph: number | { unicode?: string } | null) => {
      if (typeof glyph === 'number') return glyph < spaceWidth ? ' ' : '';
      return glyph?.unicode ?? '';
    })
    .join('');
}

/** Returns the texts that the appearances of annotations show, by the id of the annotation. */
async function drawnTexts(page: PdfPage, operators: PdfOperators): Promise<Map<string, string>> {
  const { fnArray, argsArray } = await page.getOperatorList({ intent: 'display' });
  const texts = new Map<string, string>();
  const moves = [operators.moveText, operators.setLeadingMoveText, operators.setTextMatrix];
  let id: string | undefined;
  for (const [index, operator] of fnArray.entries()) {
    const args: unknown[] = argsArray[index] ?? [];
    if (operator === operators.beginAnnotation) id = String(args[0]);
    else if (operator === operators.endAnnotation) id = undefined;
    if (id === undefined) continue;
    const text = texts.get(id) ?? '';
    if (operator === operators.showText) texts.set(id, text + shownText(args[0]));
    else if (operator === operators.nextLine) texts.set(id, `${text}\n`);
    else if (moves.includes(operator)) texts.set(id, `${text}${args.at(-1) === 0 ? ' ' : '\n'}`);
  }
  return texts;
}

/** Returns the visible texts of a page's annotations. */
export async function annotationTexts(page: PdfPage, operators: PdfOperators): Promise<AnnotationText[]> {
  const annotations: Annotation[] = await page.getAnnotations({ intent: 'display' });
  const shown = annotations.filter(
    ({ annotationFlags = 0 }) => !(annotationFlags & (isHidden | isNotViewed)),
  );
  const stated = shown.map((annotation) => ({ ...annotation, text: statedText(annotation) }));
  // The operators of the whole page are computed, so only for annotations that need them.
  const drawn = stated.some(({ text }) => text === undefined)
    ? await drawnTexts(page, operators)
    : new Map<string, string>();
  return stated
    .map((annotation) => {
      const { id, rect } = annotation;
      const text = annotation.text ?? drawn.get(id) ?? chosen(annotation);
      return { text: text.trim(), rect };
    })
    .filter(({ text }) => text !== '');
}
