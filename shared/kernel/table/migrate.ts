/**
 * Rewrites items of older versions in the current format, moves counters of an older version, and applies the changes
 * of modules (`ItemMigration`). The table is read in parallel segments; after each page the position is stored, so
 * that the next run continues there. Requests are served meanwhile: an item that has changed since it was read is read
 * again.
 */

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { toJson } from '../http/json.ts';
import { toStorable } from './attributes.ts';
import { ConditionFailedError } from './errors.ts';
import {
  counterKey,
  countersMovedKey,
  formerCounterOf,
  type Key,
  migrationKey,
  tenantListPartition,
} from './keys.ts';
import { allOf, forEachParallel } from './parallel.ts';
import { getItem, type Item, queryAll } from './read.ts';
import { type Upgrades, upgraded, upgrades, versionOf } from './schema.ts';
import { table } from './table.ts';
import { commit, transact } from './write.ts';

const defaultSegments = 4;
/** Concurrent writes of a page. */
const parallelWrites = 8;
const maxTries = 5;

/** A change that item versions do not show, such as a further item for each. */
export interface ItemMigration {
  name: string;
  /** Raise it to have all items checked again. */
  version: number;
  /** Written once all items are migrated. */
  doneKey: Key;
  /** Returns whether the item needed the change; with `dryRun`, nothing is written. */
  migrate(item: Item, dryRun: boolean): Promise<boolean>;
}

export interface MigrateOptions {
  steps?: Upgrades;
  migrations?: readonly ItemMigration[];
  segments?: number;
  /** Items per page; DynamoDB also ends a page at 1 MB. */
  pageItems?: number;
  /** Stops after this number of pages of each segment, to continue later. */
  pages?: number;
  /** Only counts what would be written. */
  dryRun?: boolean;
  /** Key under which the progress is stored. */
  progressKey?: (segment: number) => Key;
}

export interface Migrated {
  /** Items read in this run. */
  read: number;
  upgraded: number;
  /** False when it stopped before the end: run it again. */
  finished: boolean;
}

interface Progress {
  /** The target versions, and the number of segments: another target starts again. */
  aim: string;
  after: Key | null;
  done: boolean;
}

/** Migrates everything, or `maxPages` pages. Throws DynamoDB's errors; completed writes stay. */
export async function migrate(options: MigrateOptions = {}): Promise<Migrated> {
  const {
    steps = upgrades,
    migrations = [],
    segments = defaultSegments,
    dryRun = false,
    progressKey = migrationKey,
  } = options;
  const versions = Object.keys(steps)
    .toSorted()
    .map((entity) => [entity, versionOf(entity, steps)]);
  const total: Migrated = { read: 0, upgraded: 0, finished: true };
  const aim = toJson({
    ...{ versions, segments, counters: 2 },
    ...Object.fromEntries(migrations.map(({ name, version }) => [name, version])),
  });
  await allOf(
    Array.from({ length: segments }, async (_, segment) => {
      const key = progressKey(segment);
      const known = (await getItem(key)) as Progress | undefined;
      let progress: Progress = known?.aim === aim && !dryRun ? known : { aim, after: null, done: false };
      for (let page = 0; !progress.done; page += 1) {
        if (page === options.pages) {
          total.finished = false;
          return;
        }
        const { items, after } = await readPage(segment, segments, progress.after, options.pageItems);
        total.read += items.length;
        const old = items.filter((item) => upgraded(item, steps) !== item);
        await forEachParallel(old, parallelWrites, async (item) => {
          if (dryRun || (await writeBack(item, steps))) total.upgraded += 1;
        });
        await forEachParallel(items, parallelWrites, async (item) => {
          if (formerCounterOf(keyOf(item)) !== undefined && (dryRun || (await moveCounter(keyOf(item)))))
            total.upgraded += 1;
          for (const { migrate: change } of migrations) if (await change(item, dryRun)) total.upgraded += 1;
        });
        progress = { aim, after, done: after === null };
        if (!dryRun) await commit([{ put: { ...key, entity: 'migration', v: 1, ...progress } }]);
      }
    }),
  );
  if (total.finished && !dryRun)
    await commit(
      [countersMovedKey, ...migrations.map(({ doneKey }) => doneKey)].map((key) => ({
        put: { ...key, entity: 'migration', v: 1 },
      })),
    );
  return total;
}

/** The migration of an empty table, which reads next to nothing. */
export async function migrateNewTable(migrations: readonly ItemMigration[]): Promise<void> {
  const tenants = await queryAll({ pk: tenantListPartition, limit: 1, consistent: true });
  if (tenants.length === 0) await migrate({ migrations });
}

const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

/** Adds a counter of an older version to the current one. False when it no longer exists. */
async function moveCounter(key: Key): Promise<boolean> {
  for (let round = 0; round < maxTries; round += 1) {
    const [counter, former] = [await getItem(key), formerCounterOf(key)];
    if (counter === undefined || former === undefined) return false;
    const n = Number(counter.n ?? 0);
    try {
      await transact([
        { delete: key, when: { expression: 'n = :n', values: { ':n': n } } },
        { add: counterKey(former.listPartition, former.shard), amounts: { n } },
      ]);
      return true;
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
    }
  }
  throw new Error(`The counter ${key.pk} changes faster than it can be moved; run it again.`);
}

async function readPage(segment: number, segments: number, after: Key | null, pageItems?: number) {
  const { documents, name } = table();
  const page = await documents.send(
    new ScanCommand({
      TableName: name,
      Segment: segment,
      TotalSegments: segments,
      ConsistentRead: true,
      ...(after && { ExclusiveStartKey: { pk: after.pk, sk: after.sk } }),
      ...(pageItems !== undefined && { Limit: pageItems }),
    }),
  );
  return { items: page.Items ?? [], after: page.LastEvaluatedKey ? keyOf(page.LastEvaluatedKey) : null };
}

/** Returns whether the item was written; false if it was deleted or upgraded meanwhile. */
async function writeBack(item: Item, steps: Upgrades): Promise<boolean> {
  let before: Item | undefined = item;
  for (let round = 0; round < maxTries && before !== undefined; round += 1) {
    const after = upgraded(before, steps);
    if (after === before) return false;
    if (await replace(before, after)) return true;
    before = await readRaw(item as unknown as Key);
  }
  if (before === undefined) return false;
  throw new Error(`An item of ${String(item.entity)} changes faster than it can be upgraded; run it again.`);
}

/** The item as stored, before it is converted by the current code. */
async function readRaw({ pk, sk }: Key): Promise<Item | undefined> {
  const { documents, name } = table();
  const page = await documents.send(
    new QueryCommand({
      TableName: name,
      KeyConditionExpression: 'pk = :pk AND sk = :sk',
      ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
      ConsistentRead: true,
    }),
  );
  const [found] = page.Items ?? [];
  return found;
}

/** Puts the item only if no attribute has changed since it was read. */
async function replace(before: Item, after: Item): Promise<boolean> {
  const { documents, name } = table();
  const names = Object.keys(before);
  const values = toStorable(
    Object.fromEntries(names.map((attribute, index) => [`:a${index}`, before[attribute]])),
  );
  try {
    await documents.send(
      new PutCommand({
        TableName: name,
        Item: toStorable(after),
        ConditionExpression: names.map((_, index) => `#a${index} = :a${index}`).join(' AND '),
        ExpressionAttributeNames: Object.fromEntries(
          names.map((attribute, index) => [`#a${index}`, attribute]),
        ),
        ExpressionAttributeValues: values,
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
