/** Parses and writes records as text: lines of NDJSON and rows of CSV. Pure. */

import { isUtf8 } from 'node:buffer';
import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { truncate } from '../../../kernel/base/text.ts';
import { type BadItem, SourceError, type SourceItem, toSourceItem } from '../adapter.ts';
import type { RawRecord } from './file-records.ts';

export type FileFormat = 'ndjson' | 'csv';

/** The columns and delimiter of a CSV file, from its first line. */
export interface CsvHead {
  /** As in the file; '' for a column without a name. */
  columns: readonly string[];
  delimiter: string;
}

const shownCharacters = 500;
/** Size of the column names as JSON: a run stores them in its cursor, and an item of the table holds 400 KB. */
const maxHeadBytes = 65_536;
const delimiters = [',', ';', '\t', '|'];

type Read = SourceItem | BadItem;

function badItem(error: string, bytes: Buffer): BadItem {
  const shown = bytes.subarray(0, 4 * shownCharacters);
  // Bytes that are not UTF-8 are shown by the encoding that they most often have.
  const whole = isUtf8(bytes) ? shown.toString() : new TextDecoder('windows-1252').decode(shown);
  const text = truncate(whole, shownCharacters);
  return { externalId: null, error, ...(text !== '' && { data: text }) };
}

/** What is wrong with a record before it is parsed. */
function problemOf({ bytes, problem }: RawRecord, maxBytes: number): string | undefined {
  if (problem === 'too_long') return `is longer than ${maxBytes} bytes`;
  if (problem === 'open_quote') return 'has an unclosed quote';
  return isUtf8(bytes) ? undefined : 'is not UTF-8';
}

export interface ReadOptions {
  idField: string;
  /** The number of the record in its file, from 1, for error messages. */
  number: number;
  maxBytes: number;
}

/** Parses one line; undefined if it is empty. */
export function readLine(raw: RawRecord, { idField, number, maxBytes }: ReadOptions): Read | undefined {
  const problem = problemOf(raw, maxBytes);
  if (problem !== undefined) return badItem(`Line ${number} ${problem}.`, raw.bytes);
  const text = raw.bytes.toString().trim();
  if (text === '') return undefined;
  try {
    const found = toSourceItem(parseJson(text), idField, `Line ${number}`);
    return found ?? badItem(`Line ${number} is not a JSON object.`, raw.bytes);
  } catch {
    return badItem(`Line ${number} is not JSON.`, raw.bytes);
  }
}

/**
 * The index of the quote that closes the quote before `start`; -1 if there is none. Two quotes stand for one
 * in the text.
 */
function closingQuote(text: string, start: number): number {
  for (let at = start; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0 || text[at + 1] !== '"') return at;
  }
}

/** The index behind the blanks from `start`; a tab that delimits cells is not blank. */
function behindBlanks(text: string, start: number, delimiter: string): number {
  let at = start;
  while (text[at] === ' ' || (text[at] === '\t' && delimiter !== '\t')) at += 1;
  return at;
}

/**
 * The cells of one row (RFC 4180); undefined if a quote is not closed at the end of a cell. A quote inside an
 * unquoted cell is text. Blanks behind a closing quote are left out, as spreadsheets do.
 */
export function cellsOf(text: string, delimiter: string): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter);
  const cells: string[] = [];
  for (let start = 0; ; ) {
    if (text[start] !== '"') {
      const end = text.indexOf(delimiter, start);
      cells.push(text.slice(start, end < 0 ? text.length : end));
      if (end < 0) return cells;
      start = end + 1;
      continue;
    }
    const close = closingQuote(text, start + 1);
    if (close < 0) return undefined;
    cells.push(text.slice(start + 1, close).replaceAll('""', '"'));
    const end = behindBlanks(text, close + 1, delimiter);
    if (end === text.length) return cells;
    if (text[end] !== delimiter) return undefined;
    start = end + 1;
  }
}

function occurrences(text: string, delimiter: string): number {
  return text.replaceAll(/"[^"]*"/g, '').split(delimiter).length - 1;
}

/** The columns, those without a name by their position, such as `column_3`; with `_` behind it if another column is called so. */
function namesOf(columns: readonly string[]): string[] {
  const taken = new Set(columns);
  return columns.map((column, index) => {
    let name = column || `column_${index + 1}`;
    while (column === '' && taken.has(name)) name += '_';
    return name;
  });
}

const namesIn = (text: string, delimiter: string): string[] =>
  cellsOf(text, delimiter)?.map((name) => unguarded(name.trim())) ?? [];

/** The delimiter that makes a column of the id, or else the most frequent one. */
function delimiterOf(text: string, idField: string): string {
  const byFrequency = delimiters.toSorted((one, other) => occurrences(text, other) - occurrences(text, one));
  const [first = ','] = byFrequency;
  return byFrequency.find((delimiter) => namesIn(text, delimiter).includes(idField)) ?? first;
}

/** Spreadsheets write such a line, for example `sep=;`, before the header. */
const delimiterLine = /^"?sep=.?"?$/i;

/** A line without values. */
const emptyLine = /^[ \t,;|]*$/;

/** Whether the line comes before the header: one without values, or one that names the delimiter. */
export function isBeforeHead({ bytes, problem }: RawRecord): boolean {
  const text = bytes.toString('latin1');
  return problem === undefined && (emptyLine.test(text) || delimiterLine.test(text));
}

/** Parses the header. Throws SourceError if its columns cannot be used, or if `needsId` and none of them is `idField`. */
export function readCsvHead(raw: RawRecord, idField: string, needsId = true): CsvHead {
  if (!isUtf8(raw.bytes)) throw new SourceError('The first line of the file is not UTF-8.');
  if (raw.problem !== undefined)
    throw new SourceError('The first line of the file is not the header of a CSV file.');
  const text = raw.bytes.toString();
  const delimiter = delimiterOf(text, idField);
  const columns = namesIn(text, delimiter);
  const broken = columns.find((name) => /[\r\n]/.test(name));
  if (broken !== undefined)
    throw new SourceError(`The name of the column ${toJson(broken)} has a line break.`);
  assertStorable(columns);
  const seen = new Set<string>();
  for (const name of columns) {
    if (name !== '' && seen.has(name)) throw new SourceError(`The file has two columns named ${name}.`);
    seen.add(name);
  }
  if (needsId && !namesOf(columns).includes(idField))
    throw new SourceError(`The file has no column ${idField}.`);
  return { columns, delimiter };
}

/** Throws SourceError if the columns do not fit into the cursor of a run. */
export function assertStorable(columns: readonly string[]): void {
  if (Buffer.byteLength(toJson(columns)) > maxHeadBytes)
    throw new SourceError(`The names of the columns have more than ${maxHeadBytes} bytes in total.`);
}

/** Spreadsheets evaluate such a cell as a formula. https://owasp.org/www-community/attacks/CSV_Injection */
const formulaLike = /^'*[=+\-@\t\r\n＝＋－＠]/;
const guarded = (text: string): string => (formulaLike.test(text) ? `'${text}` : text);
const unguarded = (text: string): string =>
  text.startsWith("'") && formulaLike.test(text) ? text.slice(1) : text;

/** A row that is not a record. `isCut`: an unclosed quote may have swallowed the following rows. */
export type BadRow = BadItem & { isCut?: boolean };

/** Parses one row; undefined if it is empty: spreadsheets write rows without values as delimiters only. */
export function readRow(
  raw: RawRecord,
  { columns, delimiter }: CsvHead,
  { idField, number, maxBytes }: ReadOptions,
): SourceItem | BadRow | undefined {
  const problem = problemOf(raw, maxBytes);
  const all = problem === undefined ? cellsOf(raw.bytes.toString(), delimiter) : undefined;
  // Spreadsheets may write more delimiters than the header has.
  const isLonger = all?.slice(columns.length).every((cell) => cell === '');
  const cells = isLonger ? all?.slice(0, columns.length) : all;
  if (cells?.every((cell) => cell.trim() === '')) return undefined;
  // Some programs end the header with a delimiter, and rows without.
  const named = columns.findLastIndex((name) => name !== '') + 1;
  if (cells === undefined || cells.length < named || cells.length > columns.length) {
    const isCut = raw.lineEndOffset < raw.endOffset;
    const count =
      cells === undefined
        ? 'has text behind a closing quote'
        : `has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, not ${columns.length}`;
    return { ...badItem(`Row ${number} ${problem ?? count}.`, raw.bytes), ...(isCut && { isCut }) };
  }
  // Spreadsheets end every row with empty cells without a column name.
  const entries = namesOf(columns).flatMap((name, index): [string, string][] => {
    const cell = cells[index] ?? '';
    return columns[index] === '' && cell === '' ? [] : [[name, unguarded(cell)]];
  });
  const found = toSourceItem(Object.fromEntries(entries), idField, `Row ${number}`);
  return found ?? badItem(`Row ${number} cannot be read.`, raw.bytes);
}

export const ndjsonLines = (rows: readonly Readonly<Record<string, unknown>>[]): string =>
  rows.map((row) => `${toJson(row)}\n`).join('');

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return guarded(value);
  return typeof value === 'object' ? toJson(value) : String(value);
}

const csvLine = (cells: readonly string[]): string =>
  `${cells.map((text) => (/[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\n`;

/** Formats rows of CSV; lists and objects are written as JSON. */
export function csvRows(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): string {
  const cellsOfRow = (row: Readonly<Record<string, unknown>>) =>
    columns.map((name) => (Object.hasOwn(row, name) ? cellText(row[name]) : ''));
  return rows.map((row) => csvLine(cellsOfRow(row))).join('');
}

/** Column names are escaped like cells, because they may come from a record. */
export const csvHeadLine = (columns: readonly string[]): string => csvLine(columns.map(guarded));
