/**
 * Restores the table to the state of a backup, in place: its stream, TTL and permissions stay. Keys and sessions
 * deleted since stay deleted, erased tenants stay erased, and deliveries whose messages were handled since are sent
 * again.
 */
import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import type { ChangeContext } from '../../shared/kernel/audit/record.ts';
import { headObject } from '../../shared/kernel/files/bucket.ts';
import { openUpload } from '../../shared/kernel/files/upload.ts';
import { type Attributes, fromAttributes } from '../../shared/kernel/table/attributes.ts';
import { deleteItems } from '../../shared/kernel/table/batch-write.ts';
import { erasedKey, type Key } from '../../shared/kernel/table/keys.ts';
import type { Item } from '../../shared/kernel/table/read.ts';
import { table } from '../../shared/kernel/table/table.ts';
import { findApiKey, removeApiKey } from '../../shared/modules/identity/api-keys/api-key-store.ts';
import { type Reconciled, reconcile } from '../../shared/modules/scheduler/reconcile.ts';
import { assertRestorable, objectPath, readItems, readObjects, type SavedObject } from './backup-files.ts';
import { belongsTo, ownerAttributes, ownerOf } from './owner.ts';
import type { Progress } from './progress.ts';
import {
  fingerprint,
  isCredential,
  isRemoved,
  isRestoredLast,
  keyOf,
  type Live,
  type RestoreAction,
  restoreActionOf,
  tenantOfDirectory,
} from './restore-plan.ts';
import { scanTable } from './scan.ts';
import { repairSegmentUses } from './segment-uses.ts';
import { type Resend, waitsForMessage } from './unfinished-deliveries.ts';

export interface Restored {
  /** Restored items. */
  items: number;
  /** Removed items, which were created since. */
  removed: number;
  /** Skipped items that had expired. */
  expired: number;
  /** Skipped items of tenants erased since. */
  erased: number;
  /** Skipped keys and sessions deleted since. */
  revoked: number;
  /** Restored files that were missing. */
  files: number;
  /** Deliveries that were sent again. */
  deliveries: number;
  schedules: Reconciled;
}

export interface RestoreOptions {
  /** Restores only this tenant's data. */
  tenantId: string | undefined;
  context: ChangeContext;
  progress: Progress;
  resend: Resend;
}

interface ExtraItem {
  keys: Key[];
  live: Live;
}

/** DynamoDB's limit for one BatchWriteItem. */
const batchSize = 25;
/** DynamoDB returns unprocessed items when it lacks capacity; the tool waits as long as needed. */
const [firstPauseMs, maxPauseMs] = [50, 5_000];

/** Reads the table: its credentials, its tenants, and items that the backup does not have. */
async function readTable(
  known: ReadonlySet<string>,
  { tenantId, progress }: RestoreOptions,
): Promise<ExtraItem> {
  const [credentials, tenants, erased] = [new Set<string>(), new Set<string | null>(), new Set<string>()];
  const keys: Key[] = [];
  const attributes = [...ownerAttributes, 'entity', 'deletedAt'];
  await scanTable(
    (page) => {
      for (const item of page.map(fromAttributes)) {
        if (isCredential(item)) {
          credentials.add(String(item.pk));
          tenants.add(null);
        }
        if (item.entity === 'erased-tenant') erased.add(String(item.pk));
        const id = tenantOfDirectory(item);
        if (id !== undefined) tenants.add(id);
        if (!known.has(fingerprint(keyOf(item))) && isRemoved(item, tenantId)) keys.push(keyOf(item));
      }
    },
    { progress, attributes },
  );
  return { keys, live: { credentials, tenants, erased } };
}

async function putAll(items: readonly Attributes[]): Promise<void> {
  const { client, name } = table();
  let pending = items.map((Item) => ({ PutRequest: { Item } }));
  for (let tries = 0; pending.length > 0; tries += 1) {
    if (tries > 0) await sleep(Math.min(firstPauseMs * 2 ** tries, maxPauseMs));
    const { UnprocessedItems } = await client.send(
      new BatchWriteItemCommand({ RequestItems: { [name]: pending } }),
    );
    pending = (UnprocessedItems?.[name] ?? []) as typeof pending;
  }
}

/** Removes traces of deleted keys that the backup restored: listing items, counters, holders of roles. */
async function revoke(callers: readonly Item[], context: ChangeContext): Promise<void> {
  for (const caller of callers) {
    if (caller.entity !== 'caller' || typeof caller.id !== 'string') continue;
    const key = await findApiKey(typeof caller.tenantId === 'string' ? caller.tenantId : null, caller.id);
    if (key !== undefined && String(caller.pk).endsWith(key.secretSha256)) await removeApiKey(key, context);
  }
}

async function restoreFile(folder: string, { key, contentType, metadata }: SavedObject): Promise<void> {
  const upload = openUpload(key, { contentType, metadata });
  try {
    for await (const chunk of createReadStream(objectPath(folder, key))) await upload.write(chunk);
    await upload.complete();
  } catch (error) {
    await upload.abort();
    throw error;
  }
}

async function restoreFiles(
  folder: string,
  { erased }: Live,
  { tenantId, progress }: RestoreOptions,
): Promise<number> {
  let files = 0;
  for await (const object of readObjects(folder)) {
    const [, owner = ''] = object.key.split('/');
    if (tenantId !== undefined && owner !== tenantId) continue;
    if (erased.has(erasedKey({ tenantId: owner }).pk)) continue;
    // A file never changes under its key.
    if ((await headObject(object.key)) !== undefined) continue;
    await restoreFile(folder, object);
    files += 1;
    progress.advance(1);
  }
  return files;
}

/** A backup that was read to its end. */
export interface Backup {
  folder: string;
  /** The fingerprints of its items. */
  known: ReadonlySet<string>;
}

/** Reads a backup. Throws when the folder is not a complete backup, or not one for this restore. */
export async function openBackup(
  folder: string,
  { tenantId, progress }: Pick<RestoreOptions, 'tenantId' | 'progress'>,
): Promise<Backup> {
  assertRestorable(folder, tenantId);
  progress.label('reading the backup');
  progress.begin(0);
  const known = new Set<string>();
  let hasWanted = tenantId === undefined;
  for await (const attributes of readItems(folder)) {
    const item = fromAttributes(attributes);
    const key = fingerprint(keyOf(item));
    if (known.has(key))
      throw new Error(`${folder} contains more than one backup: ${item.pk} is there twice.`);
    known.add(key);
    hasWanted ||= tenantId !== undefined && belongsTo(item, tenantId);
    progress.advance(1);
  }
  if (!hasWanted) throw new Error(`${folder} contains nothing of the tenant ${tenantId}.`);
  return { folder, known };
}

/** Restores the backup. An interrupted restore can be repeated. */
export async function restore({ folder, known }: Backup, options: RestoreOptions): Promise<Restored> {
  const { tenantId, context, progress, resend } = options;
  const nowSeconds = Math.floor(context.nowMs / 1_000);
  progress.label('reading the table');
  const { keys: extra, live } = await readTable(known, options);

  const counts: Record<RestoreAction, number> = { put: 0, leave: 0, expired: 0, erased: 0, revoked: 0 };
  const last: Attributes[] = [];
  const revoked: Item[] = [];
  const waiting: Item[] = [];
  let batch: Attributes[] = [];
  const flush = async () => {
    await putAll(batch);
    progress.advance(batch.length);
    batch = [];
  };
  progress.label('writing items');
  progress.begin(known.size);
  for await (const attributes of readItems(folder)) {
    const item = fromAttributes(attributes);
    const owner = ownerOf(item);
    const erasedPk = owner === undefined ? undefined : erasedKey({ tenantId: owner }).pk;
    const action = restoreActionOf(item, live, { tenantId, nowSeconds, erasedPk });
    counts[action] += 1;
    if (action === 'revoked') revoked.push(item);
    if (action !== 'put') continue;
    if (waitsForMessage(item)) waiting.push(item);
    if (isRestoredLast(item)) last.push(attributes);
    else batch.push(attributes);
    if (batch.length === batchSize) await flush();
  }
  await flush();
  progress.label('removing items created since');
  progress.begin(extra.length);
  for (let start = 0; start < extra.length; start += 250) {
    await deleteItems(extra.slice(start, start + 250));
    progress.advance(250);
  }
  await revoke(revoked, context);
  for (let start = 0; start < last.length; start += batchSize)
    await putAll(last.slice(start, start + batchSize));
  progress.label('files');
  progress.begin(0);
  const files = await restoreFiles(folder, live, options);
  progress.label('schedules');
  const schedules = await reconcile({ deadlineMs: Number.POSITIVE_INFINITY });
  const deliveries = await resend(waiting);
  progress.label('counting uses of segments');
  await repairSegmentUses(progress);
  progress.end();
  const { put: items, expired, erased } = counts;
  return {
    items,
    removed: extra.length,
    expired,
    erased,
    revoked: revoked.length,
    files,
    deliveries,
    schedules,
  };
}
