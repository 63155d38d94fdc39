/** Word documents with texts outside of their body's paragraphs. */
import { aZip, docxFiles, relatedParts } from '../docx-objects.ts';
import type { CorpusFile } from './corpus-file.ts';
import { encode } from './encode.ts';

type Parts = Parameters<typeof relatedParts>[0];

const run = (content: string): string => `<w:r>${content}</w:r>`;
const text = (content: string): string => run(`<w:t xml:space="preserve">${content}</w:t>`);
const paragraph = (...content: string[]): string => `<w:p>${content.join('')}</w:p>`;
const cell = (content: string): string => `<w:tc>${paragraph(text(content))}</w:tc>`;
const body = paragraph(text('Body'));

const webArchive = (type: string, encoding: string, content: string): string =>
  [
    'MIME-Version: 1.0',
    'Content-Type: multipart/related;',
    '    type="text/html"; boundary="----=mhtDocumentPart"',
    '',
    '',
    '------=mhtDocumentPart',
    'Content-Type: image/png',
    '',
    'AAAA',
    '------=mhtDocumentPart',
    `Content-Type: text/html;\n    charset="${type}"`,
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    content,
    '------=mhtDocumentPart--',
  ].join('\n');

const files: readonly [
  name: string,
  lines: readonly string[],
  body: string,
  parts?: Parts,
  warnings?: readonly string[],
][] = [
  [
    'breaks',
    ['one', 'two\tthree'],
    paragraph(text('one'), run('<w:br/>'), text('two'), run('<w:tab/>'), text('three')),
  ],
  [
    'a table',
    ['a\tb', 'c\td'],
    `<w:tbl><w:tr>${cell('a')}${cell('b')}</w:tr><w:tr>${cell('c')}${cell('d')}</w:tr></w:tbl>`,
  ],
  [
    'a text box',
    ['Body', 'Box'],
    paragraph(text('Body'), run(`<w:pict><w:txbxContent>${paragraph(text('Box'))}</w:txbxContent></w:pict>`)),
  ],
  [
    'a header and a footer',
    ['Head', 'Body', 'Foot'],
    body,
    [
      { id: 'rId2', kind: 'header', xml: `<w:hdr>${paragraph(text('Head'))}</w:hdr>` },
      { id: 'rId3', kind: 'footer', xml: `<w:ftr>${paragraph(text('Foot'))}</w:ftr>` },
    ],
  ],
  [
    'a footnote',
    ['Body', 'Note', 'End'],
    paragraph(text('Body'), run('<w:footnoteReference w:id="1"/>')) + paragraph(text('End')),
    [
      {
        id: 'rId2',
        kind: 'footnotes',
        xml: `<w:footnotes><w:footnote w:id="1">${paragraph(text('Note'))}</w:footnote></w:footnotes>`,
      },
    ],
  ],
  [
    'a comment',
    ['Body', 'Ada: Why?'],
    body,
    [
      {
        id: 'rId2',
        kind: 'comments',
        xml: `<w:comments><w:comment w:id="0" w:author="Ada">${paragraph(text('Why?'))}</w:comment></w:comments>`,
      },
    ],
  ],
  [
    'embedded HTML',
    ['Größe', 'Body'],
    `<w:altChunk r:id="rId2"/>${body}`,
    [{ id: 'rId2', kind: 'aFChunk', extension: 'html', xml: '<p>Größe</p>' }],
  ],
  [
    'embedded HTML that declares its encoding',
    ['Счет', 'Body'],
    `<w:altChunk r:id="rId2"/>${body}`,
    [
      {
        id: 'rId2',
        kind: 'aFChunk',
        extension: 'html',
        xml: encode('<html><head><meta charset="windows-1251"></head><p>Счет</p></html>', 'windows-1251'),
      },
    ],
  ],
  [
    'an embedded web archive',
    ['Größe = 4', 'Rechnungsnummer', 'Body'],
    `<w:altChunk r:id="rId2"/>${body}`,
    [
      {
        id: 'rId2',
        kind: 'aFChunk',
        extension: 'mht',
        xml: webArchive(
          'utf-8',
          'quoted-printable',
          '<p class=3D"a">Gr=C3=B6=C3=9Fe =3D 4</p><p>Rechnungs=\nnummer</p>',
        ),
      },
    ],
  ],
  [
    'a web archive in base64',
    ['Größe', 'Body'],
    `<w:altChunk r:id="rId2"/>${body}`,
    [
      {
        id: 'rId2',
        kind: 'aFChunk',
        extension: 'mht',
        xml: webArchive('iso-8859-1', 'base64', Buffer.from('<p>Größe</p>', 'latin1').toString('base64')),
      },
    ],
  ],
  [
    'a web archive without a page, which is named',
    ['Body'],
    `<w:altChunk r:id="rId2"/>${body}`,
    [{ id: 'rId2', kind: 'aFChunk', extension: 'mht', xml: 'MIME-Version: 1.0' }],
    ['The embedded document word/rId2.mht is in a format that cannot be read.'],
  ],
];

export const wordFiles: readonly CorpusFile[] = files.map(
  ([name, lines, content, parts = [], warnings = []]) => ({
    name: `Word document with ${name}`,
    kind: 'docx',
    bytes: aZip({ ...docxFiles(content), ...relatedParts(parts) }),
    lines,
    warnings,
  }),
);
