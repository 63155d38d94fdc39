/**
 * Exports a tenant's data: items, files and schedules in a folder, with a manifest that counts them. Credentials are
 * omitted, even encrypted or hashed: they are useless elsewhere, and recipients of the folder must not have them.
 */
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NotFoundError } from '../../shared/kernel/errors/errors.ts';
import { openObject } from '../../shared/kernel/files/bucket.ts';
import { objectsOf } from '../../shared/kernel/files/tenant-files.ts';
import { isSealed } from '../../shared/kernel/secrets/sealed-text.ts';
import { fromAttributes } from '../../shared/kernel/table/attributes.ts';
import type { Item } from '../../shared/kernel/table/read.ts';
import { belongsTo, kindOf } from './owner.ts';
import type { Progress } from './progress.ts';
import { scanTable } from './scan.ts';
import { schedulesOf } from './tenant-schedules.ts';

export interface Exported {
  items: number;
  /** Omitted items, which only hold credentials. */
  leftOut: number;
  files: number;
  bytes: number;
  schedules: number;
}

/** Kinds of items that only hold credentials. */
const credentialKinds: ReadonlySet<string> = new Set(['KEY', 'SESSION', 'DATAKEY', 'EMAIL', 'ACCOUNTTOKEN']);
/** The key of links in e-mails, and the texts of e-mails: their links work without a log-in. */
const credentialEntities: ReadonlySet<unknown> = new Set(['user-session', 'email_link_key', 'mail_content']);
/** Hashes of secrets and passwords. */
const credentialAttributes: ReadonlySet<string> = new Set([
  'secretSha256',
  'previous',
  'passwordHash',
  'invitation',
  'sessionSha256',
  'refreshSha256',
  // Of webhooks: encrypted today, but not in items stored earlier.
  'customHeaders',
]);

function withoutSealed(value: unknown): unknown {
  if (typeof value === 'string') return isSealed(value) ? null : value;
  if (Array.isArray(value)) return value.map(withoutSealed);
  if (typeof value !== 'object' || value === null) return value;
  // Binary values are internal data: compressed texts.
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutSealed(one)]));
}

/** Returns an item without its credentials; undefined when nothing else is in it. */
export function withoutCredentials(item: Item): Item | undefined {
  if (credentialKinds.has(kindOf(item)) || credentialEntities.has(item.entity)) return undefined;
  const shown = withoutHashes(item);
  // A listing item contains the whole row while that is small.
  if (isItem(item.row)) shown.row = withoutHashes(item.row);
  return withoutSealed(shown) as Item;
}

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutHashes = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !credentialAttributes.has(name)));

async function sha256Of(file: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer);
  return digest.digest('hex');
}

/** Writes the export into an empty or new folder. Throws NotFoundError for a tenant without data. */
export async function exportTenant(tenantId: string, folder: string, progress: Progress): Promise<Exported> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} must be empty.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const outcome: Exported = { items: 0, leftOut: 0, files: 0, bytes: 0, schedules: 0 };

  progress.label('items');
  const lines = createWriteStream(join(folder, 'items.ndjson'), { mode: 0o600 });
  const byEntity: Record<string, number> = {};
  await scanTable(
    (page) => {
      for (const item of page.map(fromAttributes)) {
        if (!belongsTo(item, tenantId)) continue;
        const shown = withoutCredentials(item);
        if (shown === undefined) outcome.leftOut += 1;
        else {
          lines.write(`${JSON.stringify(shown)}\n`);
          const entity = String(item.entity ?? kindOf(item));
          byEntity[entity] = (byEntity[entity] ?? 0) + 1;
          outcome.items += 1;
        }
      }
    },
    { progress },
  );
  await new Promise<void>((resolve, reject) => lines.once('error', reject).end(resolve));
  if (outcome.items === 0) throw new NotFoundError('Tenant');

  progress.label('files');
  progress.begin(0);
  const files: Record<string, string> = {};
  for await (const { key, bytes } of objectsOf(tenantId)) {
    const object = await openObject(key);
    // Deleted since it was listed.
    if (object === undefined) continue;
    const path = join(folder, 'files', key);
    mkdirSync(dirname(path), { recursive: true });
    await pipeline(Readable.from(object.body), createWriteStream(path, { mode: 0o600 }));
    files[key] = await sha256Of(path);
    outcome.files += 1;
    outcome.bytes += bytes;
    progress.advance(1);
  }

  progress.label('schedules');
  progress.begin(0);
  const schedules = await schedulesOf(tenantId, progress.advance);
  outcome.schedules = schedules.length;
  writeFileSync(
    join(folder, 'schedules.ndjson'),
    schedules.map((one) => `${JSON.stringify(one)}\n`).join(''),
    { mode: 0o600 },
  );
  const manifest = {
    format: 1,
    tenantId,
    exportedAt: new Date().toISOString(),
    ...outcome,
    byEntity,
    itemsSha256: await sha256Of(join(folder, 'items.ndjson')),
    filesSha256: files,
  };
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  progress.end();
  return outcome;
}
