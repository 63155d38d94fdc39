/** A second table in the runtime's database with the same keys and items, and a stream without readers. */
import { createCall } from '../../local/dynamodb/tables.ts';

type Json = Record<string, unknown>;

const batchSize = 25;

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : []);

/** Creates an empty table with the keys of another, and a stream without readers. Returns its name. */
export async function createLike(url: string, table: string, name: string): Promise<string> {
  const call = createCall(url);
  const { Table } = await call('DescribeTable', { TableName: table });
  const { AttributeDefinitions, KeySchema, StreamSpecification } = Table as Json;
  const definition = { AttributeDefinitions, KeySchema, StreamSpecification };
  await call('CreateTable', { TableName: name, BillingMode: 'PAY_PER_REQUEST', ...definition });
  return name;
}

/** Creates the table and copies all items. Returns its name. Throws when the database rejects a call. */
export async function copyTable(url: string, table: string): Promise<string> {
  const call = createCall(url);
  const copy = await createLike(url, table, `${table}-bare`);
  let ExclusiveStartKey: unknown;
  do {
    const page = await call('Scan', {
      TableName: table,
      ...(ExclusiveStartKey ? { ExclusiveStartKey } : {}),
    });
    const items = listOf(page.Items);
    for (let from = 0; from < items.length; from += batchSize) {
      const requests = items.slice(from, from + batchSize).map((Item) => ({ PutRequest: { Item } }));
      await call('BatchWriteItem', { RequestItems: { [copy]: requests } });
    }
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return copy;
}
