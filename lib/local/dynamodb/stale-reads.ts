/**
 * Serves stale reads while a `stale` fault is active: the partition that the fault names is copied before its first
 * write, and eventually consistent reads of it use the copy. DynamoDB may miss a second of writes; this misses every
 * write since the fault began, so that tests find reads that need consistency.
 */

import { isRecord } from '../cloudformation/intrinsics.ts';
import type { Faults } from '../gateway/faults.ts';
import type { ResolvedApp } from '../types.ts';
import { keyNames, tablesOf } from './tables.ts';

type Json = Record<string, unknown>;

/** Sends an action to dynoxide and returns its response. Throws when dynoxide rejects it. */
export type DynoxideCall = (action: string, input: Json) => Promise<Json>;

export interface StaleReads {
  /** Called before a write: copies the partitions of the items (texts of their keys) that a fault names. */
  beforeWrites(itemKeys: readonly string[], call: DynoxideCall): Promise<void>;
  /** Redirects an eventually consistent read of copied partitions to their copies. */
  redirect(action: string, input: Json): void;
  /** Restores the table's name in a response. */
  restore(body: Json): void;
}

interface Copies {
  /** Copies of tables, by table name. */
  tables: Map<string, Promise<void>>;
  /** Copies of partitions, by table and key. */
  partitions: Map<string, Promise<void>>;
}

const nameOf = (table: string, partition: string): string => JSON.stringify([table, partition]);
const copyOf = (table: string, faultId: string): string => `${table}.stale.${faultId}`;
const copyName = /^(.+)\.stale\.[\w-]+$/;

/** Returns the text of the partition key in a request's values. */
function textOf(value: unknown): string | undefined {
  return isRecord(value) && typeof value.S === 'string' ? value.S : undefined;
}

export function createStaleReads(app: ResolvedApp, faults: Faults): StaleReads {
  const tables = new Map(tablesOf(app).map((table) => [table.arn, table]));
  const byName = new Map(tablesOf(app).map((table) => [table.physicalId, table]));
  const copies = new Map<string, Copies>();

  const faultOf = (partition: string): string | undefined =>
    faults
      .list()
      .find(
        ({ effect, bodyContains }) =>
          effect === 'stale' && (bodyContains === undefined || partition.includes(bodyContains)),
      )?.id;

  async function createCopy(name: string, faultId: string, call: DynoxideCall): Promise<void> {
    const table = byName.get(name);
    if (table === undefined) return;
    await call('CreateTable', {
      TableName: copyOf(name, faultId),
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: keyNames(table).map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: keyNames(table).map((AttributeName, index) => ({
        AttributeName,
        KeyType: index === 0 ? 'HASH' : 'RANGE',
      })),
    });
  }

  async function copyPartition(name: string, partition: string, faultId: string, call: DynoxideCall) {
    const own = copies.get(faultId) ?? { tables: new Map(), partitions: new Map() };
    copies.set(faultId, own);
    const created = own.tables.get(name) ?? createCopy(name, faultId, call);
    own.tables.set(name, created);
    await created;
    const table = byName.get(name);
    const [hash] = table === undefined ? [] : keyNames(table);
    let ExclusiveStartKey: unknown;
    do {
      const page = await call('Query', {
        TableName: name,
        KeyConditionExpression: '#hash = :hash',
        ExpressionAttributeNames: { '#hash': hash },
        ExpressionAttributeValues: { ':hash': { S: partition } },
        ConsistentRead: true,
        ...(isRecord(ExclusiveStartKey) && { ExclusiveStartKey }),
      });
      for (const Item of Array.isArray(page.Items) ? page.Items : []) {
        await call('PutItem', { TableName: copyOf(name, faultId), Item });
      }
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined);
  }

  /** The table with the copy of a partition; undefined when the partition was not written since a fault began. */
  function staleTable(name: string, partition: string | undefined): string | undefined {
    const faultId = partition === undefined ? undefined : faultOf(partition);
    if (partition === undefined || faultId === undefined) return undefined;
    return copies.get(faultId)?.partitions.has(nameOf(name, partition)) ? copyOf(name, faultId) : undefined;
  }

  function redirectBatch(input: Json): void {
    const wanted = new Map<string, Json>();
    for (const [name, request] of Object.entries(isRecord(input.RequestItems) ? input.RequestItems : {})) {
      const { Keys, ...options } = isRecord(request) ? request : {};
      for (const key of Array.isArray(Keys) ? Keys : []) {
        const stale = options.ConsistentRead === true ? undefined : staleTable(name, hashOf(name, key));
        const target = wanted.get(stale ?? name) ?? { ...options, Keys: [] };
        target.Keys = [...(Array.isArray(target.Keys) ? target.Keys : []), key];
        wanted.set(stale ?? name, target);
      }
    }
    input.RequestItems = Object.fromEntries(wanted);
  }

  function hashOf(name: string, key: unknown): string | undefined {
    const table = byName.get(name);
    const [hash = ''] = table === undefined ? [] : keyNames(table);
    return isRecord(key) ? textOf(key[hash]) : undefined;
  }

  /** The partition of a Query: the only value of its key condition that has a copy. */
  function queried(input: Json): string | undefined {
    const values = isRecord(input.ExpressionAttributeValues)
      ? Object.values(input.ExpressionAttributeValues)
      : [];
    return values.map(textOf).find((text) => staleTable(String(input.TableName), text) !== undefined);
  }

  return {
    async beforeWrites(itemKeys, call) {
      if (faults.list().length === 0) return;
      const copying = itemKeys.map((itemKey) => {
        const space = itemKey.indexOf(' ');
        const [key]: unknown[] = JSON.parse(itemKey.slice(space + 1));
        const partition = textOf(key) ?? '';
        const [name, faultId] = [tables.get(itemKey.slice(0, space))?.physicalId, faultOf(partition)];
        if (name === undefined || faultId === undefined) return undefined;
        const known = copies.get(faultId)?.partitions.get(nameOf(name, partition));
        const copied = known ?? copyPartition(name, partition, faultId, call);
        copies.get(faultId)?.partitions.set(nameOf(name, partition), copied);
        return copied;
      });
      await Promise.all(copying);
    },
    redirect(action, input) {
      if (faults.list().length === 0) return;
      if (action === 'BatchGetItem') return redirectBatch(input);
      if (input.ConsistentRead === true || input.IndexName !== undefined) return;
      const name = String(input.TableName);
      const partition =
        action === 'GetItem' ? hashOf(name, input.Key) : action === 'Query' ? queried(input) : undefined;
      input.TableName = staleTable(name, partition) ?? input.TableName;
    },
    restore(body) {
      if (!isRecord(body.Responses) || Array.isArray(body.Responses)) return;
      const found = new Map<string, unknown[]>();
      for (const [name, items] of Object.entries(body.Responses)) {
        const [, original = name] = copyName.exec(name) ?? [];
        found.set(original, [...(found.get(original) ?? []), ...(Array.isArray(items) ? items : [])]);
      }
      body.Responses = Object.fromEntries(found);
    },
  };
}
