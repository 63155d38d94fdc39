/** A table in memory for unit tests of lists: supports Query and BatchGetItem, and counts requests. */
import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from '../../../shared/kernel/table/keys.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import { mockTable } from './mock-table.ts';

const name = 'unit-test';

function byKey(left: Key, right: Key): number {
  return Buffer.compare(Buffer.from(left.sk), Buffer.from(right.sk));
}

function isConsistent(input: object): boolean {
  if ('ConsistentRead' in input) return input.ConsistentRead === true;
  const [keys] = 'RequestItems' in input ? Object.values(input.RequestItems ?? {}) : [];
  return isConsistent(keys ?? {});
}

interface FakeTableOptions {
  batchGetLimit?: number;
  queryLimit?: number;
  /** Items that eventually consistent reads return instead of those with the same keys. */
  stale?: readonly (Key & Item)[];
}

/**
 * Connects the stores to a table with the given items. `batchGetLimit` is the number of keys that one BatchGetItem
 * processes; `queryLimit` is the page size of a Query.
 */
export function aFakeTable(
  items: readonly (Key & Item)[],
  { batchGetLimit = 100, queryLimit = 1_000, stale = [] }: FakeTableOptions = {},
) {
  const mock = mockTable(name);

  mock.on(BatchGetCommand).callsFake((input) => {
    const requested: Key[] = input.RequestItems[name].Keys;
    const keys = requested;
    if (new Set(keys.map(({ pk, sk }) => `${pk} ${sk}`)).size < keys.length) {
      throw new Error('Provided list of item keys contains duplicates');
    }
    const rest = requested.slice(batchGetLimit);
    const isRequested = ({ pk, sk }: Key) =>
      keys.slice(0, batchGetLimit).some((key) => key.pk === pk && key.sk === sk);
    const staleOf = (item: Key & Item) =>
      stale.find(({ pk, sk }) => !isConsistent(input) && pk === item.pk && sk === item.sk) ?? item;
    return {
      Responses: { [name]: items.filter(isRequested).map(staleOf).toReversed() },
      ...(rest.length > 0 && { UnprocessedKeys: { [name]: { Keys: rest } } }),
    };
  });

  mock.on(QueryCommand).callsFake((input) => {
    const wanted = input.ExpressionAttributeValues[':pk'];
    const prefix = input.ExpressionAttributeValues[':prefix'] ?? '';
    const { ':from': from, ':to': to } = input.ExpressionAttributeValues;
    const isInRange = (sk: string) => from === undefined || (sk >= from && sk <= to);
    const isWanted = ({ pk, sk }: Key) => pk === wanted && sk.startsWith(prefix) && isInRange(sk);
    const partition = items.filter(isWanted).toSorted(byKey);
    if (input.ScanIndexForward === false) partition.reverse();
    const start = partition.findIndex(({ sk }) => sk === input.ExclusiveStartKey?.sk) + 1;
    const page = partition.slice(start, start + Math.min(queryLimit, input.Limit ?? queryLimit));
    const last = page.at(-1);
    const more = start + page.length < partition.length;
    const lastKey = more && last && { LastEvaluatedKey: { pk: last.pk, sk: last.sk } };
    return { Items: page, ...lastKey };
  });

  return {
    requests: (): string[] => mock.calls().map(({ args: [command] }) => command.constructor.name),
    /** For each request, whether it is strongly consistent. */
    consistency: (): boolean[] => mock.calls().map(({ args: [command] }) => isConsistent(command.input)),
  };
}
