/** Text files in the encodings in which people store them. */
import type { CorpusFile } from './corpus-file.ts';
import { encode, utf16be } from './encode.ts';

const files: readonly [name: string, text: string, bytes: Buffer, charset?: string][] = [
  ['UTF-8', 'Größe 中 😀', Buffer.from('Größe 中 😀')],
  ['UTF-8 with a mark', 'Größe 中', Buffer.from('\ufeffGröße 中')],
  ['UTF-16 with a mark', 'Größe 中', Buffer.from('\ufeffGröße 中', 'utf16le')],
  ['UTF-16 without a mark', 'Счет № 5', utf16be('Счет № 5')],
  ['Windows-1252, undeclared', 'Größe €', encode('Größe €', 'windows-1252')],
  ['declared ISO-8859-2', 'Łódź', encode('Łódź', 'iso-8859-2'), 'iso-8859-2'],
  ['declared Windows-1251', 'Счет № 5', encode('Счет № 5', 'windows-1251'), 'windows-1251'],
  ['declared Shift JIS', '請求書の金額', encode('請求書の金額', 'shift_jis'), 'shift_jis'],
  ['declared GBK', '发票号码', encode('发票号码', 'gbk'), 'gbk'],
  ['declared EUC-KR', '세금 계산서', encode('세금 계산서', 'euc-kr'), 'euc-kr'],
];

export const textFiles: readonly CorpusFile[] = files.map(([name, text, bytes, charset]) => ({
  name: `text in ${name}`,
  kind: 'text',
  bytes,
  lines: [text],
  ...(charset !== undefined && { charset }),
}));
