/** Values encoded as form fields, with unusual files. */
import fc from 'fast-check';
import { emojiAtCommonLimit, hostileText, longRun } from './hostile-texts.ts';
import { toRawJson } from './hostile-values.ts';
import { encodeForm, formType } from './multipart.ts';

export interface FuzzFile {
  fileName: string;
  contentType: string;
  content: string;
}

const cell = fc.oneof(
  hostileText,
  hostileText.map((text) => `"${text.replaceAll('"', '""')}"`),
);
/** Rows of a CSV have equal lengths; hostile texts contain commas and line ends. */
const csv: fc.Arbitrary<string> = fc
  .array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })
  .map((rows) => rows.map((row) => row.join(',')).join('\r\n'));

const documents = [
  '',
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 1 0 R>>endobj\ntrailer<</Root 1 0 R>>',
  'PK\u0003\u0004'.padEnd(2_000, '\u0000'),
  '\u0089PNG\r\n\u001a\n'.padEnd(200, '\u0000'),
  '<svg xmlns="http://www.w3.org/2000/svg" width="1e300" height="1e300"/>',
  '<!DOCTYPE x [<!ENTITY a "&a;">]><x>&a;</x>',
  '['.repeat(100_000),
] as const;

const fileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('table.csv', 'page.pdf', 'image.png', 'letter.docx', 'data.json', '.', '..', 'con.txt'),
  emojiAtCommonLimit.map((text) => `${text}.csv`),
  longRun.map((text) => `a${text}.txt`),
  hostileText,
);

const contentType: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'text/csv',
    'text/plain',
    'application/pdf',
    'image/png',
    'image/svg+xml',
    'application/json',
    '',
  ),
  hostileText,
);

const oneLine = (text: string): string => text.replaceAll(/[\r\n]/g, ' ');

export const fuzzFile: fc.Arbitrary<FuzzFile> = fc.record({
  fileName,
  contentType: contentType.map(oneLine),
  content: fc.oneof(csv, fc.constantFrom(...documents), longRun),
});

const fieldText = (value: unknown): string => (typeof value === 'string' ? value : toRawJson(value));

const fieldsOf = (value: unknown): [string, string][] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).map(([name, part]) => [name, fieldText(part)]);

/** `application/x-www-form-urlencoded`; values other than objects are sent as text. */
export function toUrlEncoded(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = fieldsOf(value).map(([name, text]): [string, string] => [
    name.toWellFormed(),
    text.toWellFormed(),
  ]);
  return new URLSearchParams(fields).toString();
}

export const multipartType = formType;

/** `multipart/form-data`: the named fields are sent as files if they are present. */
export function toMultipart(value: unknown, fileFields: readonly string[], file: FuzzFile): string {
  const parts = fieldsOf(value).map(([name, text]) =>
    fileFields.includes(name)
      ? { name: oneLine(name), value: file.content, filename: oneLine(file.fileName), type: file.contentType }
      : { name: oneLine(name), value: text },
  );
  return encodeForm(parts).toString();
}
