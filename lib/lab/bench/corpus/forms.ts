/** PDFs with form fields and texts of annotations. */
import { pdfStream } from '../pdf-objects.ts';
import type { CorpusFile } from './corpus-file.ts';
import { utf16be } from './encode.ts';
import { firstObject, pdfPage, plainFont, show } from './pages.ts';

const box = '/Rect[200 690 400 715]';

/** The appearance of an annotation: what a viewer draws in its rectangle. */
const appearanceOf = (commands: string): Buffer =>
  pdfStream(
    `/Type/XObject/Subtype/Form/BBox[0 0 200 25]/Resources<</Font<</F1 ${plainFont}>>>>`,
    `/Tx BMC q ${commands}Q EMC`,
  );

const appearance = (...lines: string[]): Buffer =>
  appearanceOf(lines.map((line, index) => show(line, [2, 14 - 12 * index])).join(''));

const field = (type: string, entries: string, rest = ''): string =>
  `<</Type/Annot/Subtype/Widget/FT/${type}/T(field)/F 4${box}/DA(/F1 12 Tf 0 g)${entries}${rest}>>`;

const annotation = (subtype: string, entries: string): string =>
  `<</Type/Annot/Subtype/${subtype}/F 4${box}${entries}>>`;

const shown = `/AP<</N ${firstObject + 1} 0 R>>`;
const hex = (text: string): string => `<feff${utf16be(text).toString('hex')}>`;

const files: readonly [name: string, text: string, annotation: string, drawn?: Buffer][] = [
  ['a filled-in field', 'Ada Lovelace', field('Tx', '/V(Ada Lovelace)', shown), appearance('Ada Lovelace')],
  ['a field that is not drawn yet', 'Ada Lovelace', field('Tx', '/V(Ada Lovelace)')],
  ['a field in Unicode', 'Größe 中', field('Tx', `/V${hex('Größe 中')}`)],
  [
    'a field of several lines',
    'one\ntwo',
    field('Tx', '/Ff 4096/V(one\\ntwo)', shown),
    appearance('one', 'two'),
  ],
  [
    'a field with a cell for each letter',
    'DE4711',
    field('Tx', '/Ff 16777216/MaxLen 6/V(DE4711)', shown),
    appearanceOf(Array.from('DE4711', (letter, index) => show(letter, [10 + 33 * index, 14])).join('')),
  ],
  ['an empty field', '', field('Tx', '')],
  ['a password', '', field('Tx', '/Ff 8192/V(secret)')],
  [
    'a choice',
    'Germany',
    field('Ch', '/Ff 131072/Opt[[(de)(Germany)][(fr)(France)]]/V(de)', shown),
    appearance('Germany'),
  ],
  [
    'a choice that is not drawn yet',
    'France',
    field('Ch', '/Ff 131072/Opt[[(de)(Germany)][(fr)(France)]]/V(fr)'),
  ],
  ['a button', 'Send', field('Btn', '/Ff 65536/MK<</CA(Send)>>', shown), appearance('Send')],
  [
    'a free text',
    'Please pay',
    annotation('FreeText', `/DA(/F1 12 Tf)/Contents(Please pay)${shown}`),
    appearance('Please pay'),
  ],
  [
    'a free text that is not drawn yet',
    'Please pay',
    annotation('FreeText', '/DA(/F1 12 Tf)/Contents(Please pay)'),
  ],
  ['a stamp', 'PAID', annotation('Stamp', `/Name/Paid${shown}`), appearance('PAID')],
  ['a comment, which is not on the page', '', annotation('Text', '/Contents(internal)')],
  ['a hidden field', '', field('Tx', '/V(hidden)').replace('/F 4', '/F 2')],
];

/** Fields without an appearance are drawn by viewers only if the form says so. */
const formOf = (isDrawn: boolean): string =>
  `/AcroForm<</Fields[${firstObject} 0 R]/NeedAppearances ${!isDrawn}/DR<</Font<</F1 ${plainFont}>>>>>>`;

export const formFiles: readonly CorpusFile[] = files.map(([name, text, annotated, drawn]) => ({
  name: `PDF with ${name}`,
  kind: 'pdf',
  bytes: pdfPage({
    content: show('Name:', [150, 700]) + show('Below', [72, 600]),
    entries: `/Annots[${firstObject} 0 R]`,
    catalog: annotated.includes('Widget') ? formOf(drawn !== undefined) : '',
    objects: [annotated, ...(drawn === undefined ? [] : [drawn])],
  }),
  lines: [`Name: ${text}`.trim(), 'Below'].flatMap((line) => line.split('\n')),
}));
