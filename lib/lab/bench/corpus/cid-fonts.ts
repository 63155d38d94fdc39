/** PDFs with Chinese, Japanese and Korean texts, in the encodings that PDF names instead of containing them. */
import { pdfStream } from '../pdf-objects.ts';
import type { CorpusFile } from './corpus-file.ts';
import { encode, utf16be } from './encode.ts';
import { firstObject, pdfPage, showCodes } from './pages.ts';

/** A font that is not embedded, with the characters of a collection of Adobe. */
function cidFont(ordering: string, encoding: string, entries = ''): string {
  const descriptor =
    '/FontDescriptor<</Type/FontDescriptor/FontName/Song/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80>>';
  const system = `/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>`;
  const descendant = `<</Type/Font/Subtype/CIDFontType0/BaseFont/Song${system}/DW 1000${descriptor}>>`;
  return `<</Type/Font/Subtype/Type0/BaseFont/Song/Encoding ${encoding}/DescendantFonts[${descendant}]${entries}>>`;
}

const chinese = '发票号码';
const traditional = '發票號碼';
const japanese = '請求書の金額';
const korean = '세금 계산서';

const named: readonly [ordering: string, map: string, text: string, codes: Buffer][] = [
  ['GB1', 'UniGB-UCS2-H', chinese, utf16be(chinese)],
  ['GB1', 'UniGB-UTF16-H', chinese, utf16be(chinese)],
  ['GB1', 'GBK-EUC-H', chinese, encode(chinese, 'gbk')],
  ['GB1', 'GB-EUC-H', chinese, encode(chinese, 'gbk')],
  ['CNS1', 'UniCNS-UCS2-H', traditional, utf16be(traditional)],
  ['CNS1', 'ETen-B5-H', traditional, encode(traditional, 'big5')],
  ['Japan1', 'UniJIS-UCS2-H', japanese, utf16be(japanese)],
  ['Japan1', '90ms-RKSJ-H', japanese, encode(japanese, 'shift_jis')],
  ['Japan1', 'EUC-H', japanese, encode(japanese, 'euc-jp')],
  ['Korea1', 'UniKS-UCS2-H', korean, utf16be(korean)],
  ['Korea1', 'KSCms-UHC-H', korean, encode(korean, 'euc-kr')],
];

const map = (mappings: string, entries = ''): Buffer =>
  pdfStream(
    `/Type/CMap/CMapName/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>${entries}`,
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo 3 dict dup begin /Registry (Adobe) def /Ordering (GB1) def /Supplement 2 def end def
/CMapName /Own def /CMapType 1 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
${mappings}
endcmap CMapName currentdict /CMap defineresource pop end end`,
  );

/** Numbers of glyphs in succession, two bytes each. */
const numbers = (first: number, count: number): Buffer =>
  utf16be(String.fromCharCode(...Array.from({ length: count }, (_, index) => first + index)));

const unicodeMap = map('1 beginbfrange <0001> <0004> [<53D1> <7968> <53F7> <7801>] endbfrange');

export const cidFontFiles: readonly CorpusFile[] = [
  ...named.map(
    ([ordering, encoding, text, codes]): CorpusFile => ({
      name: `PDF in the encoding ${encoding}`,
      kind: 'pdf',
      bytes: pdfPage({ content: showCodes(codes), fonts: [cidFont(ordering, `/${encoding}`)] }),
      lines: [text],
    }),
  ),
  {
    name: 'PDF with the numbers of glyphs of a collection',
    kind: 'pdf',
    bytes: pdfPage({ content: showCodes(numbers(1_200, 3)), fonts: [cidFont('Japan1', '/Identity-H')] }),
    lines: ['一壱溢'],
  },
  {
    name: 'PDF with a map from the numbers of glyphs',
    kind: 'pdf',
    bytes: pdfPage({
      content: showCodes(numbers(1, 4)),
      fonts: [cidFont('Identity', '/Identity-H', `/ToUnicode ${firstObject} 0 R`)],
      objects: [unicodeMap],
    }),
    lines: [chinese],
  },
  {
    name: 'PDF with a CMap of its own',
    kind: 'pdf',
    bytes: pdfPage({
      content: showCodes(numbers(1, 4)),
      fonts: [cidFont('Identity', `${firstObject} 0 R`, `/ToUnicode ${firstObject + 1} 0 R`)],
      objects: [map('1 begincidrange <0001> <0004> 1 endcidrange'), unicodeMap],
    }),
    lines: [chinese],
  },
  {
    name: 'PDF with a font without a map',
    kind: 'pdf',
    bytes: pdfPage({ content: showCodes(numbers(1, 4)), fonts: [cidFont('Identity', '/Identity-H')] }),
    lines: [''],
    warnings: ['The font Song has no map to Unicode: its text on page 1 is missing or wrong.'],
  },
];
