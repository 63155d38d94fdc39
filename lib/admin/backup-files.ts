/**
 * The format of a backup: a folder with items in DynamoDB's own export format (`data/*.json.gz`, one `{"Item": …}` a
 * line, see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html), so that an
 * export of AWS is a backup too, the files with their S3 metadata, and the table's format (`format.json`).
 */

import { once } from 'node:events';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip, createGzip } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Attributes } from '../../shared/kernel/table/attributes.ts';
import { formatProblem, tableFormat } from '../../shared/kernel/table/schema.ts';

const formatPath = (folder: string): string => join(folder, 'format.json');

/** Records the format of the saved table, and the tenant of a backup that has only one. */
export function writeFormat(folder: string, tenantId: string | undefined): void {
  const text = `${JSON.stringify({ format: tableFormat, tenantId })}\n`;
  writeFileSync(formatPath(folder), text, { mode: 0o600 });
}

/**
 * Throws for a backup of a table with another format, and for a backup of one tenant if something else is restored: items
 * that a backup lacks are removed. An export of AWS says nothing about itself: its format is the stage's, and it is whole.
 */
export function assertRestorable(folder: string, tenantId: string | undefined): void {
  if (!existsSync(formatPath(folder))) return;
  const saved = JSON.parse(readFileSync(formatPath(folder), 'utf8'));
  const problem = formatProblem(`The backup in ${folder}`, saved.format);
  if (problem !== undefined) throw new Error(`${problem} to restore it.`);
  if (saved.tenantId === undefined || saved.tenantId === tenantId) return;
  throw new Error(`The backup in ${folder} has one tenant only. Restore it with --tenant ${saved.tenantId}.`);
}

/** Formats an item as one line of an export. */
export const toLine = (item: Attributes): string => JSON.stringify({ Item: bytesToText({ M: item }).M });

/** DynamoDB's JSON encodes bytes as base64. */
function bytesToText(value: AttributeValue): AttributeValue {
  if (value.B !== undefined) return { B: Buffer.from(value.B).toString('base64') as unknown as Uint8Array };
  if (value.L !== undefined) return { L: value.L.map(bytesToText) };
  if (value.M === undefined) return value;
  return { M: Object.fromEntries(Object.entries(value.M).map(([name, one]) => [name, bytesToText(one)])) };
}

function textToBytes(value: AttributeValue): AttributeValue {
  if (value.B !== undefined) return { B: new Uint8Array(Buffer.from(String(value.B), 'base64')) };
  if (value.L !== undefined) return { L: value.L.map(textToBytes) };
  if (value.M === undefined) return value;
  return { M: Object.fromEntries(Object.entries(value.M).map(([name, one]) => [name, textToBytes(one)])) };
}

/** Parses the item of a line. Throws for a line that is not an item of an export. */
export function fromLine(line: string): Attributes {
  const { Item } = JSON.parse(line) as { Item?: Attributes };
  if (Item?.pk?.S === undefined || Item.sk?.S === undefined)
    throw new Error('The line is not an item of an export.');
  return textToBytes({ M: Item }).M ?? {};
}

export interface ItemWriter {
  /** Resolves when there is room for more. */
  write(item: Attributes): Promise<void>;
  /** Resolves when everything is on the disk. */
  end(): Promise<void>;
}

/** Starts writing the items of a backup. */
export function openItemWriter(folder: string): ItemWriter {
  mkdirSync(join(folder, 'data'), { recursive: true, mode: 0o700 });
  const gzip = createGzip();
  const file = createWriteStream(join(folder, 'data', 'items.json.gz'), { mode: 0o600 });
  gzip.pipe(file);
  const written = new Promise<void>((resolve, reject) => {
    file.once('close', resolve).once('error', reject);
    gzip.once('error', reject);
  });
  return {
    async write(item) {
      if (!gzip.write(`${toLine(item)}\n`)) await once(gzip, 'drain');
    },
    end: () => {
      gzip.end();
      return written;
    },
  };
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const text = file.endsWith('.gz') ? source.pipe(createGunzip()) : source;
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line !== '') yield line;
}

/** Reads every item of a backup. Throws when the folder contains no backup. */
export async function* readItems(folder: string): AsyncGenerator<Attributes> {
  // AWS creates a folder below the requested prefix for each export.
  const files = globSync('**/data/*.json.gz', { cwd: folder });
  if (files.length === 0) throw new Error(`${folder} contains no backup: it has no data/*.json.gz.`);
  for (const file of files.toSorted())
    for await (const line of linesOf(join(folder, file))) yield fromLine(line);
}

/** A file in a backup. */
export interface SavedObject {
  key: string;
  contentType: string | undefined;
  metadata: Readonly<Record<string, string>>;
}

export const objectPath = (folder: string, key: string): string => join(folder, 'objects', key);
export const objectListPath = (folder: string): string => join(folder, 'objects.ndjson');

/** The files of a backup; empty for an export of AWS, which only has the table. */
export async function* readObjects(folder: string): AsyncGenerator<SavedObject> {
  if (!existsSync(objectListPath(folder))) return;
  for await (const line of linesOf(objectListPath(folder))) yield JSON.parse(line) as SavedObject;
}
