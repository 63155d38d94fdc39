import { describe, expect, it } from 'vitest';
import { aZip, docxFiles, relatedParts } from '../../../lib/lab/bench/docx-objects.ts';
import { readDocument } from '../../../shared/modules/attachments/extraction/document-reader.ts';

const t = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;
const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const run = (content: string) => `<w:r>${content}</w:r>`;
const code = (text: string) => run(`<w:instrText>${text}</w:instrText>`);
const entries = ['Red', 'Green'].map((entry) => `<w:listEntry w:val="${entry}"/>`).join('');
function formField(start: string, end: string, result = ''): string {
  const data = `<w:ffData>${start}${entries}${end}</w:ffData>`;
  const begin = run(`<w:fldChar w:fldCharType="begin">${data}</w:fldChar>`);
  return begin + code(' FORM ') + mark('separate') + result + mark('end');
}

async function textOf(body: string, parts: Parameters<typeof relatedParts>[0] = []) {
  const bytes = aZip({ ...docxFiles(body), ...relatedParts(parts) });
  const { pages, warnings } = await readDocument('docx', bytes);
  return { text: pages.join(''), warnings };
}

const box = (text: string) => `<w:txbxContent>${p(t(text))}</w:txbxContent>`;
const choice = (first: string, fallback: string) =>
  `<mc:AlternateContent><mc:Choice>${first}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;

/** Parts of formulas. */
const m = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
const omml = (name: string, ...content: string[]) => `<m:${name}>${content.join('')}</m:${name}>`;

describe('the text of a Word document', () => {
  it.each([
    ['a page break', p(t('a'), run('<w:br w:type="page"/>'), t('b')), 'a\nb'],
    ['a column break', p(t('a'), run('<w:br w:type="column"/>'), t('b')), 'a\nb'],
    ['a carriage return', p(t('a'), run('<w:cr/>'), t('b')), 'a\nb'],
    ['an aligned tab', p(t('a'), run('<w:ptab w:alignment="right"/>'), t('b')), 'a\tb'],
    ['an unknown element', p(t('a'), run('<w:constructor/>'), t('b')), 'ab'],
    ['tab stops', p('<w:pPr><w:tabs><w:tab w:pos="1"/></w:tabs></w:pPr>', t('a')), 'a'],
    [
      'a reading',
      p(run(`<w:ruby><w:rt>${t('a')}</w:rt><w:rubyBase>${t('b')}</w:rubyBase></w:ruby>`)),
      'b(a)',
    ],
    ['a direction', p(`<w:bdo w:val="rtl">${t('a')}</w:bdo><w:dir w:val="rtl">${t('b')}</w:dir>`), 'ab'],
    ['a field', p(`<w:fldSimple w:instr="DATE">${t('a')}</w:fldSimple>`, code('PAGE')), 'a'],
    [
      'a field in the code of another one',
      p(
        mark('begin') + code(' IF '),
        mark('begin') + code(' MERGEFIELD ') + mark('separate') + t('Ms') + mark('end'),
        code(' = "Ms" "Dear" "Hi"') + mark('separate') + t('Dear') + mark('end'),
        t(' Ada'),
      ),
      'Dear Ada',
    ],
    [
      'the chosen entries and boxes of an old form',
      p(
        formField('<w:ddList><w:result w:val="1"/><w:default w:val="0"/>', '</w:ddList>'),
        t(' '),
        formField('<w:ddList>', '</w:ddList>', t('Blue')),
        t(' '),
        formField('<w:checkBox><w:sizeAuto/><w:default w:val="0"/><w:checked/>', '</w:checkBox>'),
        formField('<w:checkBox><w:default w:val="1"/><w:checked w:val="0"/>', '</w:checkBox>'),
        formField('<w:textInput><w:default w:val="x"/>', '</w:textInput>', t(' Ada')),
      ),
      'Green Blue ☒☐ Ada',
    ],
    [
      'a content control',
      `<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>${p(t('a'))}</w:sdtContent></w:sdt>`,
      'a',
    ],
    [
      'deleted and inserted text',
      p(`<w:del><w:r><w:delText>a</w:delText></w:r></w:del><w:ins>${t('b')}</w:ins>`),
      'b',
    ],
    ['moved text', p(`<w:moveFrom>${t('a')}</w:moveFrom><w:moveTo>${t('b')}</w:moveTo>`), 'b'],
    ['hidden text', p(run('<w:rPr><w:vanish/></w:rPr><w:t>a</w:t>'), t('b')), 'b'],
    [
      'text that was hidden before a tracked change',
      p(run('<w:rPr><w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange></w:rPr><w:t>a</w:t>'), t('b')),
      'ab',
    ],
    ['a text box', p(t('a'), run(choice(box('b'), box('b')))), 'a\n\nb'],
    ['a text box for old versions only', p(run(choice('', box('b')))), 'b'],
    ['a watermark', p(run('<w:pict><v:textpath string="DRAFT"/></w:pict>')), 'DRAFT'],
    [
      'a symbol',
      p(
        run('<w:sym w:font="Wingdings" w:char="F0FE"/><w:sym w:font="Arial" w:char="20AC"/>'),
        run('<w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Symbol" w:char="B3"/>'),
        run('<w:sym w:font="Wingdings" w:char="F06C"/>'),
      ),
      '☑€α≥',
    ],
    [
      'a deleted end of a paragraph',
      p('<w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>', t('a ')) + p(t('b')) + p(t('c')),
      'a b\n\nc',
    ],
  ])('contains %s', async (_, body, text) => {
    expect(await textOf(body)).toEqual({ text, warnings: [] });
  });

  it.each([
    ['a fraction', omml('f', '<m:fPr/>', omml('num', m('1')), omml('den', m('2'))), '1/2'],
    ['brackets', m('2') + omml('d', '<m:dPr/>', omml('e', m('x+1'))), '2(x+1)'],
    [
      'other brackets',
      omml('d', '<m:dPr><m:begChr m:val="["/><m:endChr m:val=""/></m:dPr>', omml('e', m('x'))),
      '[x',
    ],
    [
      'brackets with parts',
      omml('d', omml('e', omml('sSup', omml('e', m('a')))), omml('e', m('b'))),
      '(a|b)',
    ],
    [
      'a binomial',
      omml(
        'd',
        omml(
          'e',
          omml('f', '<m:fPr><m:type m:val="noBar"/></m:fPr>', omml('num', m('n')), omml('den', m('k'))),
        ),
      ),
      '(n k)',
    ],
    ['a root', omml('rad', omml('deg', m('3')), omml('e', m('x'))), '3√x'],
    [
      'a sum',
      omml(
        'nary',
        '<m:naryPr><m:chr m:val="∑"/></m:naryPr>',
        omml('sub', m('i')),
        omml('sup', m('n')),
        omml('e', m('x')),
      ),
      '∑i n x',
    ],
    ['an integral', omml('nary', omml('sub', m('0')), omml('e', m('x'))), '∫0 x'],
    ['a function', omml('func', omml('fName', m('sin')), omml('e', m('x'))), 'sin x'],
    [
      'a matrix',
      omml('m', ...['12', '34'].map((cells) => omml('mr', ...[...cells].map((cell) => omml('e', m(cell)))))),
      '1\t2\n3\t4',
    ],
  ])('of formulas contains %s', async (_, formula, text) => {
    expect(await textOf(p(`<m:oMath>${formula}</m:oMath>`))).toEqual({ text, warnings: [] });
  });

  it('is not what a style hides, unless it is shown by another one or by itself', async () => {
    const style = (id: string, properties: string) => `<w:style w:styleId="${id}">${properties}</w:style>`;
    const [hides, shows] = ['<w:rPr><w:vanish/></w:rPr>', '<w:rPr><w:vanish w:val="0"/></w:rPr>'];
    const styles = [
      style('FormBorder', hides),
      style('FormEnd', '<w:basedOn w:val="FormBorder"/>'),
      style('Shown', `<w:basedOn w:val="FormBorder"/>${shows}`),
      style('Table', `<w:tblStylePr>${hides}</w:tblStylePr>`),
      style('Loop', '<w:basedOn w:val="Loop"/>'),
    ].join('');
    const styled = (id: string, text: string) => p(`<w:pPr><w:pStyle w:val="${id}"/></w:pPr>`, text);
    const inRun = (id: string, text: string, more = '') =>
      run(`<w:rPr><w:rStyle w:val="${id}"/>${more}</w:rPr><w:t>${text}</w:t>`);
    const body = [
      ...['FormBorder', 'FormEnd', 'Shown', 'Table', 'Loop', 'Unknown'].map((id) => styled(id, t(id))),
      p(inRun('FormEnd', 'hidden'), inRun('FormEnd', 'a', '<w:vanish w:val="0"/>'), inRun('Shown', 'b')),
      styled('FormBorder', inRun('Shown', 'c') + t('hidden')),
      p(`<w:pPr><w:pPrChange><w:pPr><w:pStyle w:val="FormBorder"/></w:pPr></w:pPrChange></w:pPr>`, t('d')),
    ];
    const parts = [{ id: 'rId1', kind: 'styles', xml: `<w:styles>${styles}</w:styles>` }];
    const { text } = await textOf(body.join(''), parts);
    expect(text.split(/\n+/)).toEqual(['Shown', 'Table', 'Loop', 'Unknown', 'ab', 'c', 'd']);
  });

  it('has the numbers of lists and headings', async () => {
    const level = (ilvl: number, format: string, text: string, start = 1, more = '') =>
      `<w:lvl w:ilvl="${ilvl}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
    const defined = (id: string, ...levels: string[]) =>
      `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`;
    const list = (id: string, definition: string, more = '') =>
      `<w:num w:numId="${id}"><w:abstractNumId w:val="${definition}"/>${more}</w:num>`;
    const numbering = [
      defined(
        'a',
        level(0, 'upperRoman', '%1.', 4),
        level(1, 'decimal', '%1.%2'),
        level(2, 'lowerLetter', '%3)', 26),
      ),
      defined('b', level(0, 'bullet', '·')),
      list('1', 'a') + list('2', 'b'),
      list('3', 'a', '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'),
      defined('c', level(0, 'decimal', '§ %1'), level(1, 'decimal', '(%2)', 1, '<w:lvlRestart w:val="0"/>')),
      defined('d', '<w:numStyleLink w:val="Legal"/>'),
      defined('e', level(0, 'none', 'Note:'), level(1, 'none', '%2')),
      list('4', 'c') + list('5', 'd') + list('6', 'e'),
    ].join('');
    const styles =
      '<w:style w:type="numbering" w:styleId="Legal"><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr></w:style>' +
      '<w:style w:styleId="Base"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>' +
      '<w:style w:styleId="Clause"><w:basedOn w:val="Base"/><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr></w:style>';
    const inList = (numId: string, ilvl: number, text: string) =>
      p(`<w:pPr><w:numPr><w:ilvl w:val="${ilvl}"/><w:numId w:val="${numId}"/></w:numPr></w:pPr>`, t(text));
    const clause = (text: string, more = '') =>
      p(`<w:pPr><w:pStyle w:val="Clause"/>${more}</w:pPr>`, t(text));
    const body = [
      ...[
        inList('1', 0, 'a'),
        clause('b'),
        clause(''),
        clause('c'),
        inList('1', 2, 'd'),
        inList('1', 2, 'e'),
      ],
      ...[inList('1', 0, 'f'), clause('g'), inList('2', 0, 'h'), inList('3', 0, 'i'), inList('9', 0, 'j')],
      clause('k', '<w:numPr><w:numId w:val="0"/></w:numPr>'),
      ...[inList('5', 0, 'l'), inList('5', 1, 'm'), inList('5', 0, 'n'), inList('5', 1, 'o')],
      ...[inList('6', 0, 's'), inList('6', 1, 't')],
      // Deleted with their ends: a paragraph, and the end of one that has text.
      clause('', '<w:rPr><w:del/></w:rPr>') + clause('p'),
      clause('q', '<w:rPr><w:del/></w:rPr>') + clause('r'),
    ];
    const { text } = await textOf(body.join(''), [
      { id: 'rId1', kind: 'styles', xml: `<w:styles>${styles}</w:styles>` },
      { id: 'rId2', kind: 'numbering', xml: `<w:numbering>${numbering}</w:numbering>` },
    ]);
    expect(text.split(/\n+/)).toEqual([
      ...['IV. a', 'IV.1 b', 'IV.3 c', 'z) d', 'aa) e', 'V. f', 'V.1 g', 'h', 'I. i', 'j', 'k'],
      ...['§ 1 l', '(1) m', '§ 2 n', '(2) o', 'Note: s', 't'],
      ...['I.1 p', 'I.2 qr'],
    ]);
  });

  it('is found in parts whose names differ in case', async () => {
    const [main, other] = ['word/document.xml', 'Word/Document.XML'];
    const { [main]: content = '', ...files } = docxFiles(p(t('a')));
    const { pages } = await readDocument('docx', aZip({ ...files, [other]: content }));
    expect(pages).toEqual(['a']);
  });

  it('is in reading order: headers, body with notes after their paragraphs, footers, comments', async () => {
    const body = [
      p(t('One'), run('<w:footnoteReference w:id="2"/>')),
      p(t('Two'), run('<w:endnoteReference w:id="2"/>')),
      '<w:altChunk r:id="rId20"/>',
      p(t('Three')),
    ];
    const note = (name: string, text: string) =>
      `<w:${name} w:id="2" w:author="Ada">${p(t(text))}</w:${name}>`;
    const part = (id: string, kind: string, root: string, content: string) => ({
      ...{ id, kind, xml: `<w:${root}>${content}</w:${root}>` },
    });
    const html = '<html><head><title>No</title></head><p>Em<b>bedded</b></p><p>Html</html>';
    const { text, warnings } = await textOf(body.join(''), [
      part('rId11', 'comments', 'comments', note('comment', 'Why?')),
      part('rId12', 'footer', 'ftr', p(t('Foot'))),
      part('rId13', 'header', 'hdr', p(t('Head'))),
      part('rId14', 'footnotes', 'footnotes', note('footnote', 'Footnote')),
      part('rId15', 'endnotes', 'endnotes', note('endnote', 'Endnote')),
      { id: 'rId20', kind: 'aFChunk', extension: 'html', xml: html },
    ]);
    const inBody = ['One', 'Footnote', 'Two', 'Endnote', 'Embedded', 'Html', 'Three'];
    expect(text.split(/\n+/)).toEqual(['Head', ...inBody, 'Foot', 'Ada: Why?']);
    expect(warnings).toEqual([]);
  });

  it('is read without parts that are damaged, which are named', async () => {
    const { text, warnings } = await textOf(p(t('Body')), [
      { id: 'rId11', kind: 'header', xml: `<w:hdr>${p(t('Head'))}<w:p>` },
      { id: 'rId12', kind: 'aFChunk', extension: 'rtf', xml: '{\\rtf1}' },
    ]);
    expect(text).toBe('Head\n\nBody');
    expect(warnings).toEqual([
      'The part word/rId11.xml is damaged.',
      'The embedded document word/rId12.rtf is in a format that cannot be read.',
    ]);
  });

  it('is read although the target of a relationship is invalid', async () => {
    const files = { ...docxFiles(p(t('Body'))), ...relatedParts([{ id: '100%25', kind: 'image', xml: '' }]) };
    const rels = 'word/_rels/document.xml.rels';
    const bytes = aZip({ ...files, [rels]: String(files[rels]).replace('100%25.xml', '100%.xml') });
    expect((await readDocument('docx', bytes)).pages).toEqual(['Body']);
  });

  it('that is protected by a password is not read', async () => {
    const bytes = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    await expect(readDocument('docx', bytes)).rejects.toThrow(/protected by a password/);
  });
});
