import { cidFontFiles } from './cid-fonts.ts';
import type { CorpusFile } from './corpus-file.ts';
import { formFiles } from './forms.ts';
import { simpleFontFiles } from './simple-fonts.ts';
import { textFiles } from './texts.ts';
import { turnedPageFiles } from './turned-pages.ts';
import { wordFiles } from './words.ts';

/** Small files whose text readers miss or confuse. */
export const corpus: readonly CorpusFile[] = [
  ...simpleFontFiles,
  ...cidFontFiles,
  ...turnedPageFiles,
  ...formFiles,
  ...wordFiles,
  ...textFiles,
];
