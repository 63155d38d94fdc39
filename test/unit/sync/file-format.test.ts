import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cellsOf,
  csvRows,
  isBeforeHead,
  readCsvHead,
  readRow,
} from '../../../shared/modules/sync/adapters/file-format.ts';
import { cutRecords } from '../../../shared/modules/sync/adapters/file-records.ts';

const text = fc.string({ unit: fc.constantFrom(...'ab ",;\n\r0ü') });
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** The file in chunks of any size. */
async function* pieces(bytes: Buffer, sizes: readonly number[]) {
  let at = 0;
  for (const size of sizes) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
  yield bytes.subarray(at);
}

const comma = ','.charCodeAt(0);
const cut = async (file: string, sizes: readonly number[] = [], delimiter: number | undefined = comma) =>
  Array.fromAsync(cutRecords(pieces(Buffer.from(file), sizes), { offset: 0, delimiter, maxBytes: 1_000 }));

describe('cells', () => {
  it('equal those of another CSV parser', () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(',', ';'),
        (cells, delimiter) => {
          const row = cells.map(quoted).join(delimiter);
          expect(cellsOf(row, delimiter)).toEqual(cells);
          expect(parse(row, { delimiter })[0]).toEqual(cells);
        },
      ),
    );
  });

  it.each([
    ['a,b', ['a', 'b']],
    ['', ['']],
    [',', ['', '']],
    ['5" pipe,x', ['5" pipe', 'x']],
    ['"",""""', ['', '"']],
    ['"a" ,"b"\t', ['a', 'b']],
    ['"open', undefined],
    ['"a"b,c', undefined],
    ['a,"b', undefined],
  ])('of %j', (row, cells) => {
    expect(cellsOf(row, ',')).toEqual(cells);
  });
});

describe('records', () => {
  it('end at line ends outside of quotes, for any chunk sizes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(text, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(7), { maxLength: 40 }),
        async (rows, sizes) => {
          const lines = rows.map((cells) => cells.map(quoted).join(','));
          const file = `${lines.join('\n')}\n`;
          const records = await cut(file, sizes);
          expect(records.map(({ bytes }) => bytes.toString())).toEqual(lines);
          // Each starts at the end of the previous one.
          const ends = records.map(({ endOffset }) => endOffset);
          expect(ends.at(-1)).toBe(Buffer.byteLength(file));
          const again = ends.map((end, index) =>
            Buffer.from(file)
              .subarray(ends[index - 1] ?? 0, end)
              .toString(),
          );
          expect(again).toEqual(lines.map((line) => `${line}\n`));
        },
      ),
    );
  });

  it('exported files are read equally by another parser', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (pairs) => {
        const written = csvRows(
          ['a', 'b'],
          pairs.map(([a, b]) => ({ a: `x${a}`, b: `x${b}` })),
        );
        expect(parse(written, { record_delimiter: '\n' })).toEqual(pairs.map(([a, b]) => [`x${a}`, `x${b}`]));
      }),
    );
  });

  it('with quotes that are never closed end with their first line', async () => {
    const long = `"${'x'.repeat(400)}\n${'y'.repeat(400)}\n${'z'.repeat(400)}\n`;
    const [record, ...others] = await cut(`${long}more\n`, [10, 20, 900]);
    expect(record).toMatchObject({ problem: 'too_long', endOffset: 402, lineEndOffset: 402 });
    expect(others).toEqual([]);
    expect(await cut('a,"b\nc\n')).toMatchObject([{ problem: 'open_quote', endOffset: 7, lineEndOffset: 5 }]);
    expect(await cut('a,"b"\n"c"')).toMatchObject([{ endOffset: 6 }, { endOffset: 9 }]);
  });

  it('lines that are too long are omitted, and the next one is read', async () => {
    const records = await cut(`${'x'.repeat(1_001)}\nnext\n`, [300, 300, 300, 300], undefined);
    expect(records).toMatchObject([{ problem: 'too_long' }, { bytes: Buffer.from('next') }]);
    expect(records[0]?.bytes).toHaveLength(0);
  });
});

const raw = (line: string) => {
  const bytes = Buffer.from(line);
  return { bytes, endOffset: bytes.length, lineEndOffset: bytes.length };
};
const head = (line: string, idField = 'id', needsId?: boolean) => readCsvHead(raw(line), idField, needsId);

describe('line breaks of CSV', () => {
  it.each([
    ['CR', 'id,name\r1,a\r2,b\r'],
    ['LF', 'id,name\n1,a\n2,b\n'],
    ['CRLF', 'id,name\r\n1,a\r\n2,b\r\n'],
    ['mixed', 'id,name\r1,a\r\n2,b\n'],
    ['no last', 'id,name\r1,a\r2,b'],
  ])('%s end rows, wherever the file is cut', async (_, file) => {
    for (const sizes of [[], [1], [2, 3], [8], [9], [12], [13]]) {
      const rows = (await cut(file, sizes)).map(({ bytes }) => bytes.toString());
      expect(rows).toEqual(['id,name', '1,a', '2,b']);
    }
  });

  it('stay in quoted cells', async () => {
    const rows = await cut('id,name\r1,"a\rb\r\nc"\r');
    expect(rows.map(({ bytes }) => bytes.toString())).toEqual(['id,name', '1,"a\rb\r\nc"']);
  });
});

describe('the header of a CSV file', () => {
  const columns = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join(',');

  it('can have thousands of columns', () => {
    expect(head(`id,${columns(5_000)}`).columns).toHaveLength(5_001);
  });

  it.each([
    ['more columns than a cursor holds', `id,${columns(40_000)}`, 'columns have more than 65536 bytes'],
    ['a column twice', `id,${columns(5_000)},c7`, 'The file has two columns named c7.'],
    ['no id', columns(3), 'The file has no column id.'],
    ['a name with a line break', 'id,"first\rname"', '"first\\rname" has a line break'],
  ])('with %s ends the run', (_, line, problem) => expect(() => head(line)).toThrow(problem));

  it.each([
    ['id;name (first, last, other)', ';'],
    ['a, b, c;id', ';'],
    ['name\tid\tprice, total, tax', '\t'],
    ['id|name|price, total', '|'],
    ['id', ','],
    ['no;column, of, it', ','],
  ])('of %j has the delimiter %j', (line, delimiter) => {
    expect(head(line, 'id', false).delimiter).toBe(delimiter);
  });
});

const options = { idField: 'id', number: 1, maxBytes: 1_000 };

it.each(['', '  ', ',,', ' , ', '"",'])('the row %j has no values and is left out', (line) => {
  expect(readRow(raw(line), head('id,name'), options)).toBeUndefined();
});

it.each(['', '  ', ',,', ';;', 'sep=;'])('the line %j does not hold the header', (line) => {
  expect(isBeforeHead(raw(line))).toBe(true);
});

it.each(['=1', '+1', '-1', '@x', '\t1', '＝1', '＋1', '－1', '＠x', "'＝1"])(
  'a cell with %j is written with a quote, which is removed when it is read',
  (text) => {
    const line = csvRows(['id', 'text'], [{ id: '1', text }]).trimEnd();
    expect(line).toContain(`'${text}`);
    expect(readRow(raw(line), head('id,text'), options)).toEqual({
      externalId: '1',
      data: { id: '1', text },
    });
  },
);

describe('a column without a name', () => {
  it.each([
    ['id,name,', '1,a,note', { id: '1', name: 'a', column_3: 'note' }],
    ['id,,', '1,a,b', { id: '1', column_2: 'a', column_3: 'b' }],
    ['id,,column_2', '1,a,b', { id: '1', column_2_: 'a', column_2: 'b' }],
    ['id,name,', '1,,', { id: '1', name: '' }],
    ['id,name,,', '1,a', { id: '1', name: 'a' }],
  ])('of %s keeps its cells under its position', (names, row, data) => {
    expect(readRow(raw(row), head(names), options)).toEqual({ externalId: '1', data });
  });

  it('is named without comparing it with each other one', () => {
    const names = ['id', ...Array<string>(300).fill('')];
    let reads = 0;
    const columns = new Proxy(names, {
      get: (target, name, receiver) => {
        if (/^\d+$/.test(String(name))) reads += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    readRow(raw(names.map(() => 'x').join()), { columns, delimiter: ',' }, options);
    expect(reads).toBeLessThan(10 * names.length);
  });

  it('can have the ids', () => {
    const ofIds = { ...options, idField: 'column_1' };
    expect(readRow(raw('7,a'), head(',name', 'column_1'), ofIds)).toMatchObject({ externalId: '7' });
  });
});
