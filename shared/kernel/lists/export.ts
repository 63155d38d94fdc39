/**
 * Lists as files. Each format writes a header, then one row at a time, then a footer, so that a stream of rows becomes
 * a stream of text and no export is in memory as a whole. Pure.
 */
import { isNumeric, toJson } from '../base/json.ts';

export type ExportFormat = 'csv' | 'json' | 'xml' | 'markdown';

/** Value of `?format=` in lower case → format. */
const formatNames: Readonly<Record<string, ExportFormat>> = {
  csv: 'csv',
  'text/csv': 'csv',
  json: 'json',
  'application/json': 'json',
  xml: 'xml',
  'application/xml': 'xml',
  markdown: 'markdown',
  md: 'markdown',
  'text/markdown': 'markdown',
};

/** The format in a query, in any case; undefined for anything else, which means the ordinary list. */
export function exportFormatOf(text: string): ExportFormat | undefined {
  const name = text.trim().toLowerCase();
  return Object.hasOwn(formatNames, name) ? formatNames[name] : undefined;
}

/** Content type of the file and its file extension. */
export const exportFiles = {
  csv: { contentType: 'text/csv; charset=utf-8', extension: 'csv' },
  json: { contentType: 'application/json; charset=utf-8', extension: 'json' },
  xml: { contentType: 'application/xml; charset=utf-8', extension: 'xml' },
  markdown: { contentType: 'text/markdown; charset=utf-8', extension: 'md' },
} as const satisfies Record<ExportFormat, { contentType: string; extension: string }>;

export type Row = Readonly<Record<string, unknown>>;

/** Writes one list in one format. */
export interface ExportWriter {
  begin(): string;
  /** `index` counts from 0. */
  row(row: Row, index: number): string;
  /** `count` rows were written. */
  end(count: number): string;
}

/** `createdAt`, `created_at` and `cf_created-at` → `Created At`. */
export function headerLabel(field: string): string {
  const words = field
    .replace(/^cf[_:]/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[_\s-]+/)
    .filter((word) => word !== '');
  if (words.length === 1 && words[0]?.toLowerCase() === 'id') return 'ID';
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(' ');
}

/** The label of each column, in order; a duplicate label is replaced by the field's own name. */
function headerLabels(columns: readonly string[]): string[] {
  const taken = new Set<string>();
  return columns.map((field) => {
    const label = headerLabel(field);
    let own = taken.has(label) ? `${label} (${field})` : label;
    while (taken.has(own)) own += ' ';
    taken.add(own);
    return own;
  });
}

function scalarText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? toJson(value) : String(value);
}

/** A value as text of one cell; of a list the elements, also of nested lists, where an empty list counts once. */
export function cellText(value: unknown): string {
  if (!Array.isArray(value)) return scalarText(value);
  const texts: string[] = [];
  const stack: unknown[] = value.toReversed();
  while (stack.length > 0) {
    const one = stack.pop();
    if (!Array.isArray(one)) texts.push(scalarText(one));
    else if (one.length === 0) texts.push('');
    else for (const inner of one.toReversed()) stack.push(inner);
  }
  return texts.join(', ');
}

/**
 * Spreadsheets execute a text with this beginning as a formula. https://owasp.org/www-community/attacks/CSV_Injection
 */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

function csvCell(value: unknown): string {
  const text = cellText(value);
  const guarded = !isNumeric(value) && formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

function csvWriter(columns: readonly string[]): ExportWriter {
  const line = (values: readonly unknown[]) => `${values.map(csvCell).join(',')}\n`;
  return {
    begin: () => line(headerLabels(columns)),
    row: (row) => line(columns.map((field) => row[field])),
    end: () => '',
  };
}

function jsonWriter(columns: readonly string[]): ExportWriter {
  // Uses the API's names, because programs read it. Values are on one line: with indentation, the size of a nested
  // one would grow with the square of its depth.
  const indented = (row: Row) => {
    const lines = columns.map((field) => `    ${toJson(field)}: ${toJson(row[field] ?? null)}`);
    return `{\n${lines.join(',\n')}\n  }`;
  };
  return {
    begin: () => '[',
    row: (row, index) => `${index === 0 ? '' : ','}\n  ${indented(row)}`,
    end: (count) => (count === 0 ? ']\n' : '\n]\n'),
  };
}

const xmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#13;',
};

/**
 * XML 1.0 cannot represent control characters: they are omitted. https://www.w3.org/TR/xml/#charsets A carriage return is
 * escaped, because parsers read it as a line feed.
 */
function xmlText(text: string): string {
  const allowed = [...text.toWellFormed()].filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    const isControl = code < 0x20 && character !== '\t' && character !== '\n' && character !== '\r';
    return !isControl && code !== 0xfffe && code !== 0xffff;
  });
  return allowed.join('').replaceAll(/[&<>"'\r]/g, (character) => xmlEntities[character] ?? '');
}

function xmlTag(field: string): string {
  const tag = field.replaceAll(/[^A-Za-z0-9_.-]/g, '_');
  return /^[A-Za-z]/.test(tag) ? tag : `f_${tag}`;
}

function xmlWriter(columns: readonly string[]): ExportWriter {
  const tags = columns.map((field) => ({ field, tag: xmlTag(field) }));
  return {
    begin: () => '<?xml version="1.0" encoding="UTF-8"?>\n<records>\n',
    row: (row) => {
      const cells = tags.map(({ field, tag }) => `    <${tag}>${xmlText(cellText(row[field]))}</${tag}>\n`);
      return `  <record>\n${cells.join('')}  </record>\n`;
    },
    end: () => '</records>\n',
  };
}

function markdownCell(value: unknown): string {
  const text = cellText(value)
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/\r\n|\r|\n/g, '<br />');
  return text === '' ? ' ' : text;
}

function markdownWriter(columns: readonly string[]): ExportWriter {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return {
    begin: () => line(headerLabels(columns).map(markdownCell)) + line(columns.map(() => '---')),
    row: (row) => line(columns.map((field) => markdownCell(row[field]))),
    end: () => '',
  };
}

const writers = { csv: csvWriter, json: jsonWriter, xml: xmlWriter, markdown: markdownWriter } as const;

/** The fields of a file: those that start with an underscore are internal. */
export function columnsOf(fields: readonly string[]): string[] {
  return fields.filter((field) => !field.startsWith('_'));
}

/** The writer of a format; a list without columns (an empty one) has the single column `ID`. */
export function exportWriter(format: ExportFormat, columns: readonly string[]): ExportWriter {
  return writers[format](columns.length === 0 ? ['id'] : columns);
}
