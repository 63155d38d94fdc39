import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { responseBytes } from '../../../shared/kernel/base/json.ts';
import {
  cleanText,
  contentOf,
  cutToBytes,
  cutToResponse,
  joinPages,
  pageList,
} from '../../../shared/modules/attachments/extraction/content.ts';
import { extractionLimits } from '../../../shared/modules/attachments/extraction/limits.ts';
import {
  charsetOf,
  decodeText,
  lostCharacters,
  shownText,
} from '../../../shared/modules/attachments/extraction/plain-text.ts';
import { foldText, indexWords, searchWords } from '../../../shared/modules/attachments/extraction/words.ts';

describe('text of text files', () => {
  const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

  it.each([
    ['UTF-8', Buffer.from('Größe'), undefined],
    ['UTF-8 with a mark', Buffer.from('\ufeffGröße'), 'iso-8859-1'],
    ['UTF-16 with a mark', Buffer.from('\ufeffGröße', 'utf16le'), undefined],
    ['UTF-16 the other way round', bigEndian('\ufeffGröße'), undefined],
    ['UTF-16 without a mark', Buffer.from('Größe', 'utf16le'), undefined],
    ['UTF-16 without a mark the other way round', bigEndian('Größe'), undefined],
    ['its declared encoding', Buffer.from('Gr\xf6\xdfe', 'latin1'), 'iso-8859-15'],
    ['declared UTF-16', Buffer.from('Größe', 'utf16le'), 'utf-16le'],
    ['Windows-1252 if nothing is declared', Buffer.from('Gr\xf6\xdfe', 'latin1'), undefined],
    ['Windows-1252 if it is not as declared', Buffer.from('Gr\xf6\xdfe', 'latin1'), 'utf-8'],
    ['UTF-8 if the declared encoding is unknown', Buffer.from('Größe'), 'klingon'],
  ])('is read as %s', (_, bytes, declared) => expect(decodeText(bytes, declared)).toBe('Größe'));

  it.each([
    [
      'begins and ends within a character',
      Buffer.from('üGröße – Übergrößeü').subarray(1, -1),
      '\ufffdGröße – Übergröße\ufffd',
    ],
    ['ends within a character', Buffer.from('Höhe €').subarray(0, -1), 'Höhe \ufffd'],
    ['has a mark and an invalid byte', Buffer.from('\xef\xbb\xbfGr\xf6\xdfe', 'latin1'), 'Gr\ufffd\ufffde'],
  ])('that %s is read as UTF-8, with a warning', (_, bytes, text) => {
    expect(decodeText(bytes)).toBe(text);
    expect(lostCharacters(text)).toHaveLength(1);
    expect(lostCharacters('Größe')).toEqual([]);
  });

  it('may have escapes, as logs with colours', () => {
    expect(decodeText(Buffer.from('\x1b[1mERROR\x1b[0m'))).toBe('\x1b[1mERROR\x1b[0m');
  });

  it.each(['Hi!\r\n\x1a', 'Zeit!\x07', 'N\bNA\bAM\bME\bE', 'a\x1fb1'])(
    '%j is not taken for UTF-16 because of its control characters',
    (text) => expect(decodeText(Buffer.from(text))).toBe(text),
  );

  it.each([
    ['\x1b[1;31mERROR\x1b[0m: \x1b[38;5;4mdisk\x1b[K full', 'ERROR: disk full'],
    ['\x1b]0;build\x07start \x1b(Bend \x1b] open\nnext', 'start end  open\nnext'],
    ['N\bNA\bAM\bME\bE _\bx', 'NAME x'],
    ['one\ftwo\vthree\x1efour\x1ffive', 'one\ntwo\nthree\nfour\tfive'],
    ['a\tb\r\n', 'a\tb\r\n'],
  ])('%j is shown as %j', (text, shown) => expect(shownText(text)).toBe(shown));

  it.each(['Счет № 5\nДата', '请求书 发票号码', '한국어 문서입니다', 'Ελληνικά', 'ไทยภาษา'])(
    '%j is read as UTF-16',
    (text) => {
      expect([decodeText(Buffer.from(text, 'utf16le')), decodeText(bigEndian(text))]).toEqual([text, text]);
    },
  );

  it.each([
    ['text/plain; charset=iso-8859-1', 'windows-1252'],
    ['text/csv;header=present;Charset="Shift_JIS"', 'shift_jis'],
    ['text/plain; charset=GBK', 'gbk'],
    ['text/plain; charset=klingon', undefined],
    ['text/plain; charset=US-ASCII', undefined],
    ['text/plain; charset=', undefined],
    ['text/plain', undefined],
  ])('%s declares %s', (type, charset) => expect(charsetOf(type)).toBe(charset));

  it('of invalid bytes is read without an error', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => decodeText(bytes).isWellFormed()));
  });
});

describe('content', () => {
  it('has no control characters, no surrounding space and at most one empty line in a row', () => {
    expect(cleanText('\ufeff a\0b\r\nc  \r\n\n\n\n\td\u0007 \n')).toBe('ab\nc\n\n\td');
  });

  it('of one page is its text, of several pages has a heading before each that has text', () => {
    expect(joinPages([' one '])).toBe('one');
    expect(joinPages(['one', ' \n ', 'three'])).toBe('--- Page 1 ---\none\n\n--- Page 3 ---\nthree');
    expect(joinPages(['', ''])).toBe('');
    expect(joinPages([])).toBe('');
  });

  it('is cut to what a response can contain', () => {
    const { contentBytes, responseBytes: maxBytes } = extractionLimits;
    const letters = 'x'.repeat(contentBytes);
    expect(cutToResponse(letters)).toBe(letters);
    for (const text of ['"'.repeat(contentBytes), `${'"'.repeat(contentBytes / 2)}${letters}`]) {
      const cut = cutToResponse(text);
      expect(text.startsWith(cut)).toBe(true);
      expect(responseBytes(cut)).toBeGreaterThan(maxBytes / 2);
      expect(responseBytes(cut)).toBeLessThanOrEqual(maxBytes);
    }
  });

  it('is cut to a number of bytes, at a character boundary', () => {
    expect(cutToBytes('äöü', 3)).toBe('ä');
    expect(cutToBytes('a😀b', 4)).toBe('a');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, bytes) => {
        const cut = cutToBytes(text, bytes);
        expect(text.startsWith(cut)).toBe(true);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes);
        if (Buffer.byteLength(text) <= bytes) expect(cut).toBe(text);
      }),
    );
  });

  it('reports when text was omitted', () => {
    expect(contentOf('a')).toEqual({ text: 'a', truncated: false, warnings: [] });
    expect(contentOf('a', { leftOut: true }).truncated).toBe(true);
    const { text, truncated } = contentOf('ü'.repeat(extractionLimits.contentBytes));
    expect([Buffer.byteLength(text), truncated]).toEqual([extractionLimits.contentBytes, true]);
  });
});

describe('warnings', () => {
  it('are limited in number and size', () => {
    const { warnings } = contentOf('', { warnings: Array.from({ length: 30 }, () => 'ä'.repeat(400)) });
    expect(warnings).toHaveLength(extractionLimits.warnings);
    expect(Buffer.byteLength(warnings[0] ?? '')).toBe(extractionLimits.warningBytes);
    expect(warnings.at(-1)).toBe('21 more parts could not be read.');
  });

  it.each([
    [[2], 'page 2'],
    [[2, 3], 'pages 2 and 3'],
    [[1, 2, 5], 'pages 1, 2 and 5'],
    [Array.from({ length: 12 }, (_, index) => index + 1), 'pages 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more'],
  ])('name the pages %j as %s', (numbers, text) => expect(pageList(numbers)).toBe(text));
});

describe('the words of a text', () => {
  it.each([
    ['The quick, quick fox.', ['the', 'quick', 'fox']],
    ['GRÜNWALD naïve ﬁne Ｔｅｘｔ', ['grunwald', 'naive', 'fine', 'text']],
    ['Order no. 4711/2026-a', ['order', 'no', '4711', '2026']],
    ['Straße STRASSE', ['strasse']],
    ['Rech\u00adnungs\u00ad\nnummer می\u200cخواهم ab\u200bcd', ['rechnungsnummer', 'میخواهم', 'ab', 'cd']],
    ['a b I x', []],
    ['7 日 本', ['7', '日', '本']],
    ['договор №5', ['договор', 'no5']],
    ['हिन्दी', [foldText('हिन्दी')]],
    ['订单4711号已发货', ['订单', '4711', '号', '已', '发', '货']],
    ['新款iPhone15手机', ['新', '款', 'iphone15', '手机']],
    ['ใบแจ้งหนี้', ['ใบ', 'แจง', 'หน']],
    [`${'x'.repeat(65)} ok`, ['ok']],
    ['', []],
  ])('%j are %j', (text, words) => expect(searchWords(text)).toEqual(words));

  it('are the same in different spellings', () => {
    expect(foldText('Café'.normalize('NFD'))).toBe(foldText('CAFÉ'.normalize('NFC')));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
      }),
    );
  });

  it.each([
    ['关于二〇二四年采购订单自动审批流程的通知。会议纪要附后。', '审批流程', '采购订单', '会议纪要'],
    ['北京市海淀区', '北京', '北京市', '海淀区'],
    ['地域住民が主体となってまちづくりを進めるための組織です', '組織', '地域', 'まちづくり'],
    ['株式会社サンプルの契約書', '契約書', '会社', 'サンプル'],
    ['請求書番号INV-2024-001', 'INV', '001', '請求書', '番号'],
    ['ใบแจ้งหนี้เลขที่ 4711 สำหรับบริษัทตัวอย่าง', 'ใบแจ้งหนี้', 'บริษัท', '4711'],
    ['ໃບເກັບເງິນເລກທີ', 'ເງິນ', 'ເລກທີ'],
    ['វិក្កយបត្រលេខ', 'វិក្កយបត្រ', 'លេខ'],
  ])('of %s are found by each of its words', (text, ...searched) => {
    const indexed = new Set(indexWords(text));
    const missed = searched.filter((search) => !searchWords(search).every((word) => indexed.has(word)));
    expect(missed).toEqual([]);
  });

  it('in the index are also those that a hyphen breaks at the end of a line', () => {
    const words = 'rechnungs nummer rechnungsnummer teil zahl 5 fach part time parttime';
    expect(indexWords('Rechnungs-\n  nummer, Teil-\nZahl 5-\nfach part\u2010\ntime').join(' ')).toBe(words);
  });

  it('in the index are the first 500 different ones', () => {
    const many = Array.from({ length: 600 }, (_, index) => `word${index}`);
    expect(indexWords([...many, ...many].join(' '))).toEqual(many.slice(0, 500));
  });
});
