/**
 * Saves the table and its files into a folder. Other processes may write meanwhile, so related items are only
 * consistent without writes. In AWS, an export to a point in time is a better copy of the table, and can be restored
 * as well.
 */
import {
  appendFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { listObjects, openObject } from '../../shared/kernel/files/bucket.ts';
import { filePrefixes } from '../../shared/kernel/files/object-keys.ts';
import { fromAttributes } from '../../shared/kernel/table/attributes.ts';
import { objectListPath, objectPath, openItemWriter, writeFormat } from './backup-files.ts';
import { belongsTo } from './owner.ts';
import type { Progress } from './progress.ts';
import { scanTable } from './scan.ts';

export interface Saved {
  items: number;
  files: number;
}

/** Resized images are generated again, and uploads that were not accepted need no backup. */
const savedAreas = [filePrefixes.originals, filePrefixes.texts, filePrefixes.events] as const;

async function saveObjects(folder: string, tenantId: string | undefined, progress: Progress) {
  let files = 0;
  writeFileSync(objectListPath(folder), '', { mode: 0o600 });
  for (const area of savedAreas) {
    const prefix = tenantId === undefined ? area : `${area}${tenantId}/`;
    for await (const { key } of listObjects(prefix)) {
      const object = await openObject(key);
      if (object === undefined) continue;
      const path = objectPath(folder, key);
      mkdirSync(dirname(path), { recursive: true });
      await pipeline(Readable.from(object.body), createWriteStream(path, { mode: 0o600 }));
      const { contentType, metadata } = object;
      appendFileSync(objectListPath(folder), `${JSON.stringify({ key, contentType, metadata })}\n`);
      files += 1;
      progress.advance(1);
    }
  }
  return files;
}

/** Saves everything, or the data of one tenant, into a new or empty folder. Throws when the folder is not empty. */
export async function backup(
  folder: string,
  tenantId: string | undefined,
  progress: Progress,
): Promise<Saved> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} must be empty.`);
  const writer = openItemWriter(folder);
  writeFormat(folder, tenantId);
  let items = 0;
  progress.label('items');
  await scanTable(
    async (page) => {
      for (const item of page) {
        if (tenantId !== undefined && !belongsTo(fromAttributes(item), tenantId)) continue;
        await writer.write(item);
        items += 1;
      }
    },
    { progress },
  );
  await writer.end();
  // After the items: a file is stored before its row, so every saved row has its file.
  progress.label('files');
  progress.begin(0);
  const files = await saveObjects(folder, tenantId, progress);
  progress.end();
  return { items, files };
}
