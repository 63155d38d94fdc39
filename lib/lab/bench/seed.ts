/** Writes rows into the table in bulk, with the same items as if each row had been created. */
import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../../../shared/kernel/table/attributes.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import { table } from '../../../shared/kernel/table/table.ts';
import type { Write } from '../../../shared/kernel/table/write.ts';
import { ruleIdKey } from '../../../shared/modules/rules/keys.ts';

/** DynamoDB takes at most 25 items in one BatchWriteItem. */
const batchSize = 25;
const parallelBatches = 8;

/** The items that the writes put. */
export const puts = (writes: readonly Write[]): Item[] =>
  writes.flatMap((write) => ('put' in write ? [write.put] : []));

/** The sort key of every reservation of a unique name. */
const { sk: reserved } = ruleIdKey({ tenantId: '' }, '');

/** Skips items that lists do not read, to save time: events, audit entries, reservations, and items for executions. */
function isListed({ entity, sk }: Item): boolean {
  return entity !== 'outbox' && entity !== 'audit' && entity !== 'active_rule' && sk !== reserved;
}

/** The items of this number of rows, with their counters added up. */
function itemsOf(count: number, writesOf: (number: number) => readonly Write[]): Item[] {
  const items: Item[] = [];
  const counts = new Map<string, Item & { n: number }>();
  for (let number = 1; number <= count; number++) {
    const writes = writesOf(number);
    items.push(...puts(writes).filter(isListed));
    for (const write of writes) {
      if (!('add' in write)) continue;
      const name = JSON.stringify(write.add);
      const before = counts.get(name)?.n ?? 0;
      counts.set(name, { ...write.add, ...write.values, n: before + (write.amounts.n ?? 0) });
    }
  }
  return [...items, ...counts.values()];
}

/**
 * Writes this number of rows into empty lists; lists show them as if created. `writesOf` returns what the product
 * writes for the row with that number, from 1.
 */
export async function seed(count: number, writesOf: (number: number) => readonly Write[]): Promise<void> {
  const items = itemsOf(count, writesOf);
  const { client, name } = table();
  const writeBatches = async () => {
    for (let batch = items.splice(-batchSize); batch.length > 0; batch = items.splice(-batchSize)) {
      const requests = batch.map((item) => ({ PutRequest: { Item: toAttributes(item) } }));
      const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [name]: requests } }));
      if (answer.UnprocessedItems?.[name]?.length) throw new Error('The table did not accept all items.');
    }
  };
  await Promise.all(Array.from({ length: parallelBatches }, writeBatches));
}
