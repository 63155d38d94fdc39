/** PDFs whose texts are in one-byte encodings, or are drawn in unusual ways. */
import { pdfStream } from '../pdf-objects.ts';
import type { CorpusFile } from './corpus-file.ts';
import { encode } from './encode.ts';
import { firstObject, type PageParts, pdfPage, plainFont, show, showCodes } from './pages.ts';

const font = (entries: string, name = 'Helvetica'): string =>
  `<</Type/Font/Subtype/Type1/BaseFont/${name}${entries}>>`;

const differences = (names: string, base = ''): string =>
  font(`/Encoding<</Type/Encoding${base}/Differences[65${names}]>>`);

/** Codes from 65, the letter A. */
const codes = (count: number): Buffer => Buffer.from(Array.from({ length: count }, (_, index) => 65 + index));

/** A map from codes of one byte to Unicode. */
const unicodeMap = (mappings: string, space = '<00> <FF>'): Buffer =>
  pdfStream(
    '',
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Map def /CMapType 2 def
1 begincodespacerange ${space} endcodespacerange
${mappings}
endcmap CMapName currentdict /CMap defineresource pop end end`,
  );

const mapped = font(`/Encoding/WinAnsiEncoding/ToUnicode ${firstObject} 0 R`);

const type3 = (names: string, entries = ''): string =>
  `<</Type/Font/Subtype/Type3/FontBBox[0 0 750 750]/FontMatrix[0.001 0 0 0.001 0 0]/FirstChar 65/LastChar 66/Widths[800 800]` +
  `/CharProcs<<${names.replaceAll(/\/(\w+)/g, `/$1 ${firstObject} 0 R`)}>>/Encoding<</Differences[65${names}]>>${entries}>>`;

const square = pdfStream('', '800 0 0 0 750 750 d1 0 0 750 750 re f');

const form = (content: string, resources: string): Buffer =>
  pdfStream(`/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<<${resources}>>`, content);

function runLength(bytes: Buffer): Buffer {
  const runs: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 128) {
    const run = bytes.subarray(at, at + 128);
    runs.push(Buffer.from([run.length - 1]), run);
  }
  return Buffer.concat([...runs, Buffer.from([128])]);
}

const files: readonly [name: string, lines: readonly string[], parts: PageParts][] = [
  [
    'the encoding of Windows',
    ['Größe naïve €'],
    { content: showCodes(encode('Größe naïve €', 'windows-1252')) },
  ],
  [
    'the encoding of the Macintosh',
    ['Größe naïve'],
    {
      content: showCodes(encode('Größe naïve', 'macintosh')),
      fonts: [font('/Encoding/MacRomanEncoding')],
    },
  ],
  [
    "Adobe's standard encoding",
    ['Straße Œuvre'],
    { content: showCodes(Buffer.from('Stra\xfbe \xeauvre', 'latin1')), fonts: [font('')] },
  ],
  [
    'names of glyphs',
    ['ÄßŁ€'],
    { content: showCodes(codes(4)), fonts: [differences('/Adieresis/germandbls/Lslash/Euro')] },
  ],
  [
    'names of Cyrillic glyphs',
    ['АБВ'],
    { content: showCodes(codes(3)), fonts: [differences('/afii10017/afii10018/afii10019')] },
  ],
  [
    'names with Unicode numbers',
    ['Жλ中'],
    { content: showCodes(codes(3)), fonts: [differences('/uni0416/uni03BB/u4E2D')] },
  ],
  ['a ligature', ['fi'], { content: showCodes(codes(1)), fonts: [differences('/fi')] }],
  ['the font Symbol', ['αβγΩ'], { content: show('abgW'), fonts: [font('', 'Symbol')] }],
  [
    'a map of single codes',
    ['Счет'],
    {
      content: showCodes(codes(4)),
      fonts: [mapped],
      objects: [unicodeMap('4 beginbfchar <41> <0421> <42> <0447> <43> <0435> <44> <0442> endbfchar')],
    },
  ],
  [
    'a map of ranges',
    ['αβγδ'],
    {
      content: showCodes(codes(4)),
      fonts: [mapped],
      objects: [unicodeMap('1 beginbfrange <41> <44> <03B1> endbfrange')],
    },
  ],
  [
    'letters from right to left',
    ['שלום'],
    {
      content: showCodes(codes(4)),
      fonts: [mapped],
      objects: [unicodeMap('1 beginbfrange <41> <44> [<05DD> <05D5> <05DC> <05E9>] endbfrange')],
    },
  ],
  [
    'a map to several letters',
    ['office'],
    {
      content: showCodes(Buffer.from('oAce')),
      fonts: [mapped],
      objects: [
        unicodeMap('4 beginbfchar <6F> <006F> <41> <006600660069> <63> <0063> <65> <0065> endbfchar'),
      ],
    },
  ],
  [
    'a map beyond 16 bits',
    ['𝐀𐐀'],
    {
      content: showCodes(codes(2)),
      fonts: [mapped],
      objects: [unicodeMap('2 beginbfchar <41> <D835DC00> <42> <D801DC00> endbfchar')],
    },
  ],
  ['glyphs that are drawn', ['AB'], { content: show('AB'), fonts: [type3('/A/B')], objects: [square] }],
  [
    'glyphs that are drawn, with a map',
    ['ЖЖ'],
    {
      content: show('AA'),
      fonts: [type3('/x/y', `/ToUnicode ${firstObject + 1} 0 R`)],
      objects: [square, unicodeMap('1 beginbfchar <41> <0416> endbfchar')],
    },
  ],
  [
    'hexadecimal strings',
    ['Invoice 4711'],
    { content: 'BT /F1 12 Tf 72 700 Td <496E766F696365 2034 3731 31> Tj ET' },
  ],
  ['escaped strings', ['a(b)c\\d é'], { content: 'BT /F1 12 Tf 72 700 Td (a\\(b\\)c\\\\d \\\n\\351) Tj ET' }],
  [
    'words separated by gaps',
    ['Total amount due'],
    { content: 'BT /F1 12 Tf 72 700 Td [(Total) -300 (am) 20 (ount) -300 (due)] TJ ET' },
  ],
  [
    'single letters',
    ['Total'],
    {
      content: [
        show('T', [72, 700]),
        show('o', [79.3, 700]),
        show('t', [86, 700]),
        show('a', [89.3, 700]),
        show('l', [96, 700]),
      ].join(''),
    },
  ],
  [
    'bold letters that are drawn twice',
    ['Invoice 4711', 'Total'],
    {
      content: [
        ...[72, 72.3].map((x) => show('Invoice 4711', [x, 700])),
        ...[72, 72.3].map((x) => show('Total', [x, 680])),
      ].join(''),
    },
  ],
  [
    'each letter drawn twice',
    ['BOLD'],
    {
      content: [72, 80.004, 89.34, 96.012]
        .flatMap((x, index) => [0, 0.3].map((more) => show('BOLD'.charAt(index), [x + more, 700])))
        .join(''),
    },
  ],
  [
    'each word drawn twice',
    ['Big sale today'],
    {
      content: [
        ...[72, 72].map((x) => show('Big', [x, 700])),
        ...[93.3, 93.3].map((x) => show('sale', [x, 700])),
        ...[121.5, 121.5].map((x) => show('today', [x, 700])),
      ].join(''),
    },
  ],
  ['a word that is repeated', ['no no'], { content: show('no', [72, 700]) + show('no', [90, 700]) }],
  [
    'letters with a shadow',
    ['Warranty', 'Card'],
    {
      content: [1, 0]
        .flatMap((shift) => [
          show('Warranty', [72 + shift, 700 - shift]),
          show('Card', [72 + shift, 680 - shift]),
        ])
        .join(''),
    },
  ],
  [
    'lines by operators',
    ['one', 'two', 'three'],
    { content: 'BT /F1 12 Tf 14 TL 72 700 Td (one) Tj (two) \' 1 0 (three) " ET' },
  ],
  ['stretched letters', ['stretched'], { content: show('stretched').replace('BT', 'BT 150 Tz') }],
  [
    'invisible letters',
    ['recognized before'],
    { content: show('recognized before').replace('BT', 'BT 3 Tr') },
  ],
  [
    'a group of commands',
    ['within a form'],
    {
      content: '/X Do',
      resources: `/XObject<</X ${firstObject} 0 R>>`,
      objects: [form(show('within a form'), `/Font<</F1 ${plainFont}>>`)],
    },
  ],
  [
    'a group within a group',
    ['deep inside'],
    {
      content: '/X Do',
      resources: `/XObject<</X ${firstObject} 0 R>>`,
      objects: [
        form('/Y Do', `/XObject<</Y ${firstObject + 1} 0 R>>`),
        form(show('deep inside'), `/Font<</F1 ${plainFont}>>`),
      ],
    },
  ],
  [
    'hexadecimal commands',
    ['in hexadecimal'],
    { content: `${Buffer.from(show('in hexadecimal')).toString('hex')}>`, filter: '/Filter/ASCIIHexDecode' },
  ],
  [
    'run lengths',
    ['in runs'],
    { content: runLength(Buffer.from(show('in runs'))), filter: '/Filter/RunLengthDecode' },
  ],
];

export const simpleFontFiles: readonly CorpusFile[] = files.map(([name, lines, parts]) => ({
  name: `PDF with ${name}`,
  kind: 'pdf',
  bytes: pdfPage(parts),
  lines,
}));
