import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aZip, docxFiles } from '../../../lib/lab/bench/docx-objects.ts';
import {
  readDocument,
  UnreadableError,
} from '../../../shared/modules/attachments/extraction/document-reader.ts';
import { extractionLimits } from '../../../shared/modules/attachments/extraction/limits.ts';
import { aPdf, deflatedPage } from '../../support/builders/pdfs.ts';
import { aScannedPage } from '../../support/builders/scans.ts';

const mb = 1_048_576;

describe('a PDF', () => {
  it('is read page by page; a scanned page has no text', async () => {
    const scanned = await aScannedPage(['seen only']);
    const pdf = aPdf([{ lines: ['One (1)', 'two'] }, scanned, { lines: ['three'] }]);
    expect(await readDocument('pdf', pdf)).toEqual({
      pageCount: 3,
      pages: ['One (1)\ntwo', '', 'three'],
      warnings: [],
    });
  });

  it.each([
    ['has no commands', '', [2]],
    ['has only blanks', 'q 0 0 612 792 re W* n BT /F 12 Tf 1 0 0 1 72 700 Tm 0 g [( )] TJ ET Q', [2]],
    ['has many blanks', `BT /F 12 Tf (${' '.repeat(40)}) Tj ET`, undefined],
    ['has a picture', 'q 9 0 0 9 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q', undefined],
    ['has a line', '0 0 m 9 9 l S', undefined],
  ])('shows nothing on a page that %s: %j', async (_, commands, blankPages) => {
    const pdf = aPdf([{ lines: ['One'] }, deflatedPage(deflateSync(commands))]);
    const text = await readDocument('pdf', pdf);
    expect([text.pages, text.blankPages]).toEqual([['One', ''], blankPages]);
  });

  it.each([90, 180, 270])(
    'that is turned by %i degrees is read in the order of its lines',
    async (degrees) => {
      const text = aPdf([{ lines: ['One', 'two', 'three'] }]).toString('latin1');
      const pdf = Buffer.from(text.replace('/Type/Page/', `/Type/Page/Rotate ${degrees}/`), 'latin1');
      expect((await readDocument('pdf', pdf)).pages).toEqual(['One\ntwo\nthree']);
    },
  );

  it('with a dynamic form has a warning', async () => {
    const [catalog, form] = ['/Type/Catalog', '/AcroForm<</XFA[(template)2 0 R]>>'];
    const text = aPdf([{ lines: ['Please wait...'] }]).toString('latin1');
    const pdf = Buffer.from(text.replace(catalog, catalog + form), 'latin1');
    const { pages, warnings } = await readDocument('pdf', pdf);
    expect([pages, warnings]).toEqual([['Please wait...'], [expect.stringContaining('dynamic form')]]);
  });

  it('of more than 500 pages is read up to that limit', async () => {
    const pdf = aPdf(Array.from({ length: 502 }, (_, index) => ({ lines: [`page ${index + 1}`] })));
    const { pageCount, pages } = await readDocument('pdf', pdf);
    expect([pageCount, pages.length, pages.at(-1)]).toEqual([502, extractionLimits.pages, 'page 500']);
  });

  it.each([
    ['is none', Buffer.from('hello'), 'The file is damaged or is not a PDF.'],
    ['is truncated', Buffer.from('%PDF-1.7\n1 0 obj'), 'The file is damaged or is not a PDF.'],
    [
      'is protected by a password',
      aPdf(
        [{ lines: ['secret'] }],
        `/Encrypt<</Filter/Standard/V 1/R 2/O(${'o'.repeat(32)})/U(${'u'.repeat(32)})/P -4>>/ID[(a)(a)]`,
      ),
      'The PDF is protected by a password.',
    ],
  ])('that %s is unreadable, with a reason for users', async (_, bytes, reason) => {
    await expect(readDocument('pdf', bytes)).rejects.toThrow(new UnreadableError(reason));
  });

  it('whose page decompresses to a hundred megabytes is stopped before that', async () => {
    const bomb = aPdf([deflatedPage(deflateSync(Buffer.alloc(100 * mb, ' ')))]);
    expect(bomb.length).toBeLessThan(mb);
    const limits = { seconds: 60, bytes: 24 * mb };
    await expect(readDocument('pdf', bomb, limits)).rejects.toThrow(/too much memory/);
  });

  it('that takes too long is stopped, and the next one is read', async () => {
    const text = '(a) Tj '.repeat(3_000_000);
    const slow = aPdf([deflatedPage(deflateSync(`BT /F 1 Tf ${text} ET`))]);
    await expect(readDocument('pdf', slow, { seconds: 0.5, bytes: 900 * mb })).rejects.toThrow(/longer than/);
    expect((await readDocument('pdf', aPdf([{ lines: ['after'] }]))).pages).toEqual(['after']);
  });
});

describe('a docx', () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `${index}`);
  it.each([
    ['is none', Buffer.from('hello')],
    ['is another archive', aZip({ a: 'b' })],
    [
      'has too many entries',
      aZip({ ...docxFiles(''), ...Object.fromEntries(names.map((name) => [name, ''])) }),
    ],
    ['has more than 100 MB', aZip({ ...docxFiles(''), 'word/document.xml': Buffer.alloc(101 * mb, ' ') })],
  ])('that %s is unreadable', async (_, bytes) => {
    await expect(readDocument('docx', bytes)).rejects.toThrow(UnreadableError);
  });

  it('does not expand nested entities', async () => {
    const levels = Array.from({ length: 9 }, (_, index) => {
      const inner = index === 0 ? 'lol' : `&l${index - 1};`.repeat(10);
      return `<!ENTITY l${index} "${inner}">`;
    });
    const files = docxFiles('<w:p><w:r><w:t>&l8;</w:t></w:r></w:p>');
    const document = files['word/document.xml']?.replace('?>', `?><!DOCTYPE d [${levels.join('')}]>`) ?? '';
    const bytes = aZip({ ...files, 'word/document.xml': document });
    const text = await readDocument('docx', bytes).then(
      ({ pages }) => pages.join(''),
      () => '',
    );
    expect(text.length).toBeLessThan(100);
  });
});

describe('a text file', () => {
  const hundredMb = Buffer.alloc(100 * mb, '\r');

  it('with more text than the limit is truncated to slightly above it', async () => {
    const { pages } = await readDocument('text', Buffer.alloc(3 * mb, 'ä'));
    const bytes = Buffer.byteLength(pages[0] ?? '');
    expect(bytes).toBeGreaterThan(extractionLimits.contentBytes);
    expect(bytes).toBeLessThan(extractionLimits.contentBytes + 10);
  });

  it('that takes too long to clean is stopped, and the next one is read', async () => {
    const limits = { seconds: 0.3, bytes: 4_000 * mb };
    await expect(readDocument('text', hundredMb, limits)).rejects.toThrow(/longer than/);
    expect((await readDocument('text', Buffer.from('after'))).pages).toEqual(['after']);
  });

  it('that takes too much memory to clean is stopped', async () => {
    const reading = readDocument('text', hundredMb, { seconds: 60, bytes: 150 * mb });
    await expect(reading).rejects.toThrow(UnreadableError);
  });
});
