import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type AttributeValue, BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';

type Items = Record<string, AttributeValue>[];
const db = new DynamoDBClient({});
const s3 = new S3Client({ forcePathStyle: true });
const write = (TableName: string, items: Items) => {
  const requests = items.map((Item) => ({ PutRequest: { Item } }));
  return db.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }));
};

/** Reads a file and writes the items that `toItems` makes from each line: 25 per request, eight requests at a time. */
export async function handler(Bucket: string, Key: string, toItems: (line: string) => Items): Promise<void> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  const [waiting, running]: [Items, Set<Promise<unknown>>] = [[], new Set()];
  for await (const line of createInterface({ input: Body as Readable })) {
    for (const item of toItems(line)) waiting.push(item);
    while (waiting.length >= 25) {
      const sent: Promise<unknown> = write(process.env.TABLE_NAME ?? '', waiting.splice(0, 25)).then(() =>
        running.delete(sent),
      );
      if (running.add(sent).size >= 8) await Promise.race(running);
    }
  }
  await Promise.all([
    ...running,
    ...(waiting.length > 0 ? [write(process.env.TABLE_NAME ?? '', waiting)] : []),
  ]);
}
