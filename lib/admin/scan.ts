/** Reads the whole table. Only administrator tools do that: it costs a read unit per 4 KB. */
import { DescribeTableCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import type { Attributes } from '../../shared/kernel/table/attributes.ts';
import { table } from '../../shared/kernel/table/table.ts';
import type { Progress } from './progress.ts';

/** Read in parallel; each page has up to a megabyte. */
const segments = 4;

/** The number of items of the table, as DynamoDB counted some hours ago. */
async function itemCount(): Promise<number> {
  const { client, name } = table();
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  return Table?.ItemCount ?? 0;
}

/**
 * Passes every item of the table to `work`, in pages, four at once, with the given attributes or whole. Strongly
 * consistent: includes everything written before the start. Throws errors of `work`.
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
