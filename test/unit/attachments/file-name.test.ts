import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugOf } from '../../../shared/modules/attachments/attachment.ts';
import {
  extensionOf,
  isAcceptedExtension,
  isActiveName,
  isExecutableName,
  originalFileName,
  sanitizeFileName,
} from '../../../shared/modules/attachments/upload/file-name.ts';

/** Any text, often with dots, extensions and invisible characters. */
const oddities = ['.', '..', 'exe', 'pdf', '_', ' ', '/', '\\', '\0', '\u200b', '\u202e', '"', '\r\n', 'é'];
const aName = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...oddities)), { maxLength: 12 })
  .map((parts) => parts.join(''));

describe('a name marks a program', () => {
  it.each(['RUN.EXE', 'x.pdf.exe', 'a.mjs', 'a.docm', 'a.xlsm', 'a.url', 'a.scf', 'Node.js.exe'])(
    '%j by its extension',
    (name) => expect(isExecutableName(name)).toBe(true),
  );

  it.each(['x.e x e', 'x.ex\u200be', 'x.\u202eexe', 'x.exe\0.jpg', 'x.exe\0jpg', 'x.exe::$DATA', 'x.ｅｘｅ'])(
    '%j although its extension is disguised',
    (name) => expect(isExecutableName(name)).toBe(true),
  );

  it.each([
    'folder/x.bat',
    'C:\\folder\\x.bat',
    'a.pdf.js',
    'a.js\0.pdf',
    'a.com:x.pdf',
    'a.ps1.pdf',
    'a／b.exe',
  ])('%j wherever the program is named', (name) => expect(isExecutableName(name)).toBe(true));

  it.each(['Intro to Node.js.pdf', 'example.com.pdf', 'Next.js 15.docx', 'install.sh.txt', 'Ada.MSc.CV.pdf'])(
    'but not %j, whose inner extension is usual',
    (name) => expect(isExecutableName(name)).toBe(false),
  );

  it.each(['doc.pdf', 'report.final.pdf', 'archive.tar.gz', 'README', 'exe', '', 'a.png', 'a.txt'])(
    'but not %j',
    (name) => expect(isExecutableName(name)).toBe(false),
  );

  it('with any characters around the extension', () => {
    const aBase = fc.stringMatching(/^[a-z ]{0,8}$/);
    const anEnd = fc.constantFrom('', '.', ' ', '\u200b', '.pdf');
    fc.assert(fc.property(aBase, anEnd, (base, end) => isExecutableName(`${base}.exe${end}`)));
  });
});

describe('a name is active', () => {
  it.each(['a.svg', 'a.SVG', 'a.html.', 'a.x\u200bml', 'a.xhtml', 'a.htm ', 'b.svgz', 'b.mhtml'])(
    '%j',
    (name) => expect(isActiveName(name)).toBe(true),
  );
  it.each(['svg', 'a.svg.txt', 'a.txt', ''])('but %j is not', (name) => {
    expect(isActiveName(name)).toBe(false);
  });
});

describe('the original name', () => {
  it.each([
    ['Über uns (1).PDF', 'Über uns (1).PDF'],
    ['日本.pdf', '日本.pdf'],
    ['re\u0301sume\u0301.pdf', 'r\u00e9sum\u00e9.pdf'],
    ['C:\\temp\\Plan ä.Pdf', 'Plan ä.Pdf'],
    ['../../etc/passwd', 'passwd'],
    ['a"b\r\nX-Evil: 1.png', 'a"bX-Evil_ 1.png'],
    ['x\u202egnp.txt', 'xgnp.txt'],
    ['👩\u200d🔬.png', '👩\u200d🔬.png'],
    ['  a\0.png ', 'a.png'],
    ['\ud800.png', '\ufffd.png'],
    ['/', undefined],
    ['', undefined],
  ])('of %j is %j', (name, expected) => {
    expect(originalFileName(name)).toBe(expected);
  });

  it('has at most 255 whole characters', () => {
    expect(originalFileName('ä'.repeat(300))).toBe('ä'.repeat(255));
    expect(originalFileName(`${'😀'.repeat(251)}.txt`)).toBe(`${'😀'.repeat(251)}.txt`);
    expect(originalFileName('😀'.repeat(300))).toBe('😀'.repeat(255));
  });

  const x = (count: number) => 'x'.repeat(count);
  it.each([
    ['a document', `${x(300)}.pdf`, `${x(251)}.pdf`],
    ['an extension that begins like that of a program', `${x(251)}.exefoo`, `${x(248)}.exefoo`],
    ['a long extension that begins like one', `${x(251)}.exe${'f'.repeat(30)}`, `${x(251)}_exe`],
    ['a cut inner extension', `${x(247)}.exefoo.pdf`, `${x(247)}_exe.pdf`],
    ['a page', `${x(251)}.htm${'l'.repeat(30)}`, `${x(251)}_htm`],
  ])('keeps the kind of the file when it is shortened: %s', (_, name, expected) => {
    expect(isExecutableName(name)).toBe(false);
    expect(originalFileName(name)).toBe(expected);
  });

  it('contains no control and path character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
        const kept = originalFileName(name) ?? '';
        expect(kept).not.toMatch(/[\p{Cc}/\\:\u202a-\u202e\u2066-\u2069]/u);
        expect([...kept].length).toBeLessThanOrEqual(255);
        expect(kept.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('a sanitized name', () => {
  it.each([
    ['doc.pdf', 'doc.pdf'],
    ['faktura.pdf.exe', 'faktura_pdf.exe'],
    ['  my file (1).TXT ', 'my_file_1.txt'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\plan.Pdf', 'plan.pdf'],
    ['a"b\r\nX-Evil: 1.png', 'a_b_X-Evil_1.png'],
    ['x\u202egnp.txt', 'x_gnp.txt'],
    ['résumé.pdf', 'resume.pdf'],
    ['.htaccess', 'htaccess'],
    ['name...', 'name'],
    ['日本.pdf', 'file.pdf'],
    ['', 'file'],
    ['...', 'file'],
    ['a\0.png', 'a.png'],
    ['Meyer ℅ Schulz.pdf', 'Meyer_c_o_Schulz.pdf'],
  ])('of %j is %s', (name, expected) => {
    expect(sanitizeFileName(name)).toBe(expected);
  });

  it('has letters, digits, dashes, underscores and at most one dot, and is kept when it is sanitized again', () => {
    fc.assert(
      fc.property(aName, (name) => {
        const safe = sanitizeFileName(name);
        expect(safe).toMatch(/^[A-Za-z0-9_-]+(\.[a-z0-9_-]+)?$/);
        expect(safe.length).toBeLessThanOrEqual(255);
        expect(sanitizeFileName(safe)).toBe(safe);
      }),
    );
  });

  it('of a very long name keeps the extension', () => {
    const safe = sanitizeFileName(`${'a'.repeat(5_000)}.pdf`);
    expect([safe.length, extensionOf(safe)]).toEqual([255, 'pdf']);
  });
});

describe('accepted extensions', () => {
  it.each([
    ['a.PDF', ['pdf'], true],
    ['a.pdf', ['.PDF'], true],
    ['a.pdf', ['png', ' .jpg '], false],
    ['pdf', ['pdf'], false],
    ['a.tar.gz', ['gz'], true],
    ['a.Tar.gz', ['.tar.GZ'], true],
    ['a.gz', ['tar.gz'], false],
    ['tar.gz', ['tar.gz'], false],
  ] as const)('%j among %j: %s', (name, accepted, expected) => {
    expect(isAcceptedExtension(name, accepted)).toBe(expected);
  });
});

describe('the slug of an address', () => {
  it.each([
    ['My_File.PDF', 'my-file.pdf'],
    ['a__b--c.png', 'a-b-c.png'],
    ['___.png', 'asset.png'],
    ['file', 'file'],
    ['', 'asset'],
  ])('of %j is %s', (name, expected) => {
    expect(slugOf(name)).toBe(expected);
  });
});
