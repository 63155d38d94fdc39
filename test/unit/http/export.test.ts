import { describe, expect, it } from 'vitest';
import {
  cellText,
  columnsOf,
  type ExportFormat,
  exportFormatOf,
  exportWriter,
  headerLabel,
} from '../../../shared/kernel/lists/export.ts';

const columns = ['id', 'name', 'createdAt'];

function fileOf(
  format: ExportFormat,
  rows: readonly Record<string, unknown>[],
  fields: readonly string[] = columns,
): string {
  const writer = exportWriter(format, columnsOf(fields));
  return [writer.begin(), ...rows.map(writer.row), writer.end(rows.length)].join('');
}

const row = { id: 1, name: 'Ada', createdAt: '2026-03-01T09:30:00.000Z' };

describe('headerLabel', () => {
  it.each([
    ['id', 'ID'],
    ['name', 'Name'],
    ['createdAt', 'Created At'],
    ['created_at', 'Created At'],
    ['cf_credit-limit', 'Credit Limit'],
    ['keyPrefix', 'Key Prefix'],
  ])('%s → %s', (field, label) => {
    expect(headerLabel(field)).toBe(label);
  });
});

describe('columns with the same label', () => {
  const values = { createdAt: 1, created_at: 2, cf_created_at: 3 };

  it('are all in a JSON file, and distinguished in headings', () => {
    expect(JSON.parse(fileOf('json', [values], Object.keys(values)))).toEqual([values]);
    const headings = 'Created At,Created At (created_at),Created At (cf_created_at)\n';
    expect(exportWriter('csv', Object.keys(values)).begin()).toBe(headings);
  });
});

describe('cellText', () => {
  it.each<[unknown, string]>([
    [null, ''],
    [undefined, ''],
    [0, '0'],
    [false, 'false'],
    [new Date('2026-03-01T09:30:00Z'), '2026-03-01T09:30:00.000Z'],
    [['a', 1, null], 'a, 1, '],
    [[{ id: 1 }], '{"id":1}'],
    [{ a: [1] }, '{"a":[1]}'],
  ])('%j → %j', (value, text) => {
    expect(cellText(value)).toBe(text);
  });
});

describe('a CSV file', () => {
  it('has a heading and a line per row', () => {
    expect(fileOf('csv', [row, { ...row, id: 2, name: null }])).toBe(
      'ID,Name,Created At\n1,Ada,2026-03-01T09:30:00.000Z\n2,,2026-03-01T09:30:00.000Z\n',
    );
  });

  it.each<[unknown, string]>([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    [['=1', 'b'], '"\'=1, b"'],
    [-1, '-1'],
    [-9_007_199_254_740_993n, '-9007199254740993'],
    [' =1', ' =1'],
  ])('writes %o as %s', (value, cell) => {
    expect(fileOf('csv', [{ name: value }], ['name'])).toBe(`Name\n${cell}\n`);
  });

  it('also disarms formulas in the heading', () => {
    expect(fileOf('csv', [{ '=x': 1 }], ['=x'])).toBe("'=x\n1\n");
  });
});

describe('a JSON file', () => {
  it('is an array of objects with the field names of the API and native values', () => {
    const text = fileOf('json', [row, { id: 2, name: ['a'], createdAt: undefined }]);
    expect(JSON.parse(text)).toEqual([
      { id: 1, name: 'Ada', createdAt: row.createdAt },
      { id: 2, name: ['a'], createdAt: null },
    ]);
    expect(text.split('\n').slice(0, 3)).toEqual(['[', '  {', '    "id": 1,']);
  });
});

describe('an XML file', () => {
  it('has a record per row, with escaped markup', () => {
    const rows = [{ id: 1, 'cf_a b': `<&>"'`, '1st': 'x\u0000y\uffff\r\nz', createdAt: null }];
    expect(fileOf('xml', rows, ['id', 'cf_a b', '1st', 'createdAt'])).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<records>',
        '  <record>',
        '    <id>1</id>',
        '    <cf_a_b>&lt;&amp;&gt;&quot;&apos;</cf_a_b>',
        '    <f_1st>xy&#13;\nz</f_1st>',
        '    <createdAt></createdAt>',
        '  </record>',
        '</records>',
        '',
      ].join('\n'),
    );
  });
});

describe('a Markdown file', () => {
  it('is a table with escaped cells', () => {
    expect(fileOf('markdown', [{ id: 'a|b\\', name: 'x\r\ny\nz', createdAt: null }])).toBe(
      '| ID | Name | Created At |\n| --- | --- | --- |\n| a\\|b\\\\ | x<br />y<br />z |   |\n',
    );
  });
});

describe('a file', () => {
  it.each<[ExportFormat, string]>([
    ['csv', '9007199254740993,"12345678901234567890, {""id"":-9007199254740993}"'],
    ['json', '"id": 9007199254740993'],
    ['json', '-9007199254740993'],
    ['xml', '<id>9007199254740993</id>'],
    ['markdown', '| 9007199254740993 | 12345678901234567890, {"id":-9007199254740993} |'],
  ])('as %s has every digit of long integers: %s', (format, text) => {
    const values = [12_345_678_901_234_567_890n, { id: -9_007_199_254_740_993n }];
    expect(fileOf(format, [{ id: 9_007_199_254_740_993n, name: values }], ['id', 'name'])).toContain(text);
  });

  it.each<[ExportFormat, string]>([
    ['csv', 'ID\n'],
    ['json', '[]\n'],
    ['xml', '<?xml version="1.0" encoding="UTF-8"?>\n<records>\n</records>\n'],
    ['markdown', '| ID |\n| --- |\n'],
  ])('without rows as %s', (format, text) => {
    expect(fileOf(format, [], [])).toBe(text);
  });

  it.each<ExportFormat>(['csv', 'json', 'xml', 'markdown'])('as %s has no internal fields', (format) => {
    const text = fileOf(format, [{ ...row, _meta: 'hidden' }], [...columns, '_meta']);
    expect(text).not.toMatch(/hidden|meta/i);
  });
});

describe('exportFormatOf', () => {
  it.each<[string, ExportFormat | undefined]>([
    ['csv', 'csv'],
    [' CSV ', 'csv'],
    ['application/json', 'json'],
    ['md', 'markdown'],
    ['pdf', undefined],
    ['constructor', undefined],
    ['', undefined],
  ])('%j → %s', (text, format) => {
    expect(exportFormatOf(text)).toBe(format);
  });
});
