/**
 * Serves stale reads while a `stale` fault is active: the partition that the fault names is copied before its first
 * write, and eventually consistent reads of it use the copy. DynamoDB may miss a second of writes; this misses every
 * write since the fault began, so that tests find reads that need consistency.
 */
import { isRecord } from '../cloudformation/intrinsics.ts';
import { listOf } from '../gateway/capacity.ts';
import type { Faults } from '../gateway/faults.ts';
import type { ResolvedApp } from '../types.ts';
import { queriedValue, splitItemKey } from './requests.ts';
import { type Call, keyNames, tablesOf } from './tables.ts';

type Json = Record<string, unknown>;

const copySuffix = /\.stale\.[\w-]+$/;

/** Returns the text of the partition key in a request's values. */
function textOf(value: unknown): string | undefined {
  return isRecord(value) && typeof value.S === 'string' ? value.S : undefined;
}

/** Copies partitions with direct calls of dynoxide. */
export function createStaleReads(app: ResolvedApp, faults: Faults, call: Call) {
  const keysOf = new Map(tablesOf(app).map((table) => [table.physicalId, keyNames(table)]));
  /** The work on each copied table, by its name, and on each of its partitions, by name and key. */
  const copies = new Map<string, Promise<void>>();

  function once(name: string, copy: () => Promise<void>): Promise<void> {
    const copying = copies.get(name) ?? copy();
    copies.set(name, copying);
    return copying;
  }

  /** The name of the table for the copy of a partition; undefined when no fault names the partition. */
  function copyOf(table: string, partition: string): string | undefined {
    const fault = faults
      .list()
      .find(({ effect, bodyContains = '' }) => effect === 'stale' && partition.includes(bodyContains));
    return fault && `${table}.stale.${fault.id}`;
  }

  async function createTable(TableName: string, keys: readonly string[]): Promise<void> {
    await call('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: keys.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: keys.map((AttributeName, index) => ({ AttributeName, KeyType: index ? 'RANGE' : 'HASH' })),
    });
  }

  async function copyPartition(TableName: string, partition: string, copy: string): Promise<void> {
    const keys = keysOf.get(TableName) ?? [];
    await once(copy, () => createTable(copy, keys));
    let ExclusiveStartKey: unknown;
    do {
      const page = await call('Query', {
        TableName,
        KeyConditionExpression: '#hash = :hash',
        ExpressionAttributeNames: { '#hash': keys[0] },
        ExpressionAttributeValues: { ':hash': { S: partition } },
        ConsistentRead: true,
        ExclusiveStartKey,
      });
      for (const Item of listOf(page.Items)) await call('PutItem', { TableName: copy, Item });
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined);
  }

  /** The table with the copy of a partition; undefined when the partition was not written since a fault began. */
  function staleTable(table: string, partition: string | undefined): string | undefined {
    const copy = partition === undefined ? undefined : copyOf(table, partition);
    return copy !== undefined && copies.has(`${copy} ${partition}`) ? copy : undefined;
  }

  function hashOf(table: string, key: unknown): string | undefined {
    const [hash = ''] = keysOf.get(table) ?? [];
    return isRecord(key) ? textOf(key[hash]) : undefined;
  }

  function redirectBatch({ RequestItems }: Json): Json {
    const redirected: Record<string, { Keys: unknown[] }> = {};
    for (const [name, request] of Object.entries(isRecord(RequestItems) ? RequestItems : {})) {
      const { Keys, ...options } = isRecord(request) ? request : {};
      for (const key of listOf(Keys)) {
        const stale = options.ConsistentRead === true ? undefined : staleTable(name, hashOf(name, key));
        const target = redirected[stale ?? name] ?? { ...options, Keys: [] };
        redirected[stale ?? name] = { ...target, Keys: [...target.Keys, key] };
      }
    }
    return redirected;
  }

  /** The copy that a GetItem or a Query reads; undefined for other actions. */
  function singleTable(action: string, input: Json): string | undefined {
    const table = String(input.TableName);
    if (action === 'GetItem') return staleTable(table, hashOf(table, input.Key));
    if (action !== 'Query') return undefined;
    return staleTable(table, textOf(queriedValue(input, keysOf.get(table)?.[0] ?? '')));
  }

  return {
    /** Called before a write: copies the partitions of the items (texts of their keys) that a fault names. */
    async beforeWrites(itemKeys: readonly string[]): Promise<void> {
      if (faults.isEmpty()) return;
      const copying = itemKeys.map((itemKey) => {
        const { tableArn, values } = splitItemKey(itemKey);
        const [table, partition = ''] = [app.find(tableArn)?.physicalId, textOf(values[0])];
        const copy = table === undefined ? undefined : copyOf(table, partition);
        if (table === undefined || copy === undefined) return undefined;
        return once(`${copy} ${partition}`, () => copyPartition(table, partition, copy));
      });
      await Promise.all(copying);
    },
    /** Redirects an eventually consistent read of copied partitions to their copies. */
    redirect(action: string, input: Json): void {
      if (faults.isEmpty()) return;
      if (action === 'BatchGetItem') input.RequestItems = redirectBatch(input);
      else if (input.ConsistentRead !== true) input.TableName = singleTable(action, input) ?? input.TableName;
    },
    /** Restores the table's name in a response. */
    restore(body: Json): void {
      if (!isRecord(body.Responses)) return;
      const restored: Record<string, unknown[]> = {};
      for (const [name, items] of Object.entries(body.Responses)) {
        const original = name.replace(copySuffix, '');
        restored[original] = [...(restored[original] ?? []), ...listOf(items)];
      }
      body.Responses = restored;
    },
  };
}
