/** A table in memory for unit tests: supports Query and BatchGetItem, accepts every write, and counts requests. */
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

  mock.onAnyCommand().resolves({});
  mock.on(BatchGetCommand).callsFake((input) => {
    const keys: Key[] = input.RequestItems[name].Keys;
    if (new Set(keys.map(({ pk, sk }) => `${pk} ${sk}`)).size < keys.length) {
      throw new Error('Provided list of item keys contains duplicates');
    }
    const rest = keys.slice(batchGetLimit);
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
    const { ':pk': wanted, ':prefix': prefix = '' } = input.ExpressionAttributeValues;
    const { ':from': from = '', ':to': to = '\uffff' } = input.ExpressionAttributeValues;
    const isWanted = ({ pk, sk }: Key) => pk === wanted && sk.startsWith(prefix) && sk >= from && sk <= to;
    const direction = input.ScanIndexForward === false ? -1 : 1;
    const after: Key | undefined = input.ExclusiveStartKey;
    const rest = items
      .filter((item) => isWanted(item) && (after === undefined || byKey(item, after) * direction > 0))
      .toSorted((left, right) => byKey(left, right) * direction);
    const page = rest.slice(0, Math.min(queryLimit, input.Limit ?? queryLimit));
    const last = page.length < rest.length ? page.at(-1) : undefined;
    return { Items: page, ...(last && { LastEvaluatedKey: { pk: last.pk, sk: last.sk } }) };
  });

  return {
    mock,
    requests: (): string[] => mock.calls().map(({ args: [command] }) => command.constructor.name),
    /** For each request, whether it is strongly consistent. */
    consistency: (): boolean[] => mock.calls().map(({ args: [command] }) => isConsistent(command.input)),
  };
}
