/** Reads the whole table. Only tools of administrators do that: it costs a read unit per 4 KB of everything. */
import { DescribeTableCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import type { Attributes } from '../../shared/kernel/table/attributes.ts';
import { table } from '../../shared/kernel/table/table.ts';
import type { Progress } from './progress.ts';

/** Read side by side; each answers a megabyte at a time. */
const segments = 4;

/** How many items the table has, as DynamoDB counted some hours ago. */
async function itemCount(): Promise<number> {
  const { client, name } = table();
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  return Table?.ItemCount ?? 0;
}

/**
 * Hands every item of the table to `work`, a page at a time and four pages at once, with the given attributes or whole.
 * Strongly consistent: what was written before it began is seen. Throws what `work` throws.
 */
export async function scanTable(
  work: (items: Attributes[]) => Promise<void> | void,
  { progress, attributes }: { progress?: Progress; attributes?: readonly string[] } = {},
): Promise<void> {
  const { client, name: TableName } = table();
  progress?.begin(await itemCount());
  const projection = attributes && {
    ProjectionExpression: attributes.map((_, index) => `#${index}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name, index) => [`#${index}`, name])),
  };
  const scanSegment = async (Segment: number) => {
    let ExclusiveStartKey: Attributes | undefined;
    do {
      const page = await client.send(
        new ScanCommand({
          TableName,
          ConsistentRead: true,
          Segment,
          TotalSegments: segments,
          ExclusiveStartKey,
          ...projection,
        }),
      );
      const items = page.Items ?? [];
      await work(items);
      progress?.advance(items.length);
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined);
  };
  await Promise.all(Array.from({ length: segments }, (_, segment) => scanSegment(segment)));
  progress?.end();
}
