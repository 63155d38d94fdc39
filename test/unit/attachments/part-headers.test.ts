import { describe, expect, it } from 'vitest';
import { partHeadOf } from '../../../shared/modules/attachments/upload/part-headers.ts';

const headOf = (disposition: string, type?: string) =>
  partHeadOf({
    'content-disposition': [Buffer.from(disposition).toString('latin1')],
    ...(type !== undefined && { 'content-type': [type] }),
  });
const exact = "filename*=UTF-8''R%C3%A9sum%C3%A9.csv";
const word = '=?utf-8?B?UsOpc3Vtw6kuY3N2?=';

describe('the name of a file', () => {
  it.each([
    `name="file"; filename="R%C3%A9sum%C3%A9.csv"; ${exact}`,
    `name="file"; filename="${word}"; ${exact}`,
    `name=file; filename="${word}"; ${exact}`,
    `name="file"; ${exact}; filename="Resume.csv"`,
    `name="file"; ${exact}`,
    `${exact}; filename=Resume.csv; name="file"`,
    `name="file";filename="Resume.csv";${exact}; size=8`,
    `name="file"; filename="a; filename*=b"; ${exact}`,
    `NAME="file"; FileName="Resume.csv"; FILENAME*=utf-8'fr'R%c3%a9sum%c3%a9.csv`,
    `name="file"; filename*="UTF-8''R%C3%A9sum%C3%A9.csv"`,
    `name="file"; filename*=iso-8859-1''R%E9sum%E9.csv`,
    'name="file"; filename="Résumé.csv"',
    'name="file"; filename=Résumé.csv',
    `name="file"; filename="${word}"`,
    'name="file"; filename="=?iso-8859-1?Q?R=E9sum=E9.csv?="',
    `name="file"; filename="Résumé.csv"; filename*=UTF-8''R%E9sum%E9.csv`,
    `name="file"; filename="Résumé.csv"; filename*=unknown''x`,
    'name="file"; filename="C:\\files\\Résumé.csv"',
    'name="file"; filename="files/Résumé.csv"',
  ])('is read from %s', (parameters) => {
    expect(headOf(`form-data; ${parameters}`)).toMatchObject({ name: 'file', fileName: 'Résumé.csv' });
  });

  it.each([
    ['filename="a\\"b.txt"', 'a"b.txt'],
    ['filename="a;b=c.txt"', 'a;b=c.txt'],
    ['filename="a%20b.txt"', 'a%20b.txt'],
    ['filename="a%22b%0D%0Ac.txt"', 'a"b\r\nc.txt'],
    ['filename=""', ''],
    ['filename=".."', ''],
    ["filename*=unknown''x", ''],
    ['x="y"', undefined],
  ])('of %s is %j', (parameters, fileName) => {
    expect(headOf(`form-data; name="file"; ${parameters}`)?.fileName).toBe(fileName);
  });

  it('that is not in UTF-8 is read as Windows-1252', () => {
    const disposition = 'form-data; name="file"; filename="R\xe9sum\xe9 \x80.csv"';
    expect(partHeadOf({ 'content-disposition': [disposition] })?.fileName).toBe('Résumé €.csv');
  });
});

describe('a part', () => {
  it.each([
    [undefined, 'text/plain'],
    ['Text/CSV; charset=utf-8', 'text/csv'],
    ['', 'text/plain'],
  ])('with the content type %j is %s', (given, type) => {
    expect(headOf('form-data; name="a"', given)).toMatchObject({ name: 'a', fileName: undefined, type });
  });

  it('may have no name, and is form-data', () => {
    expect(headOf('form-data')?.name).toBeUndefined();
    expect(headOf('attachment; name="a"')).toBeUndefined();
    expect(partHeadOf({})).toBeUndefined();
  });
});
