/** The notes of the tests' workers, one item each, in key order. */
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';

const client = new DynamoDBClient({});

/** Writes a note under `NOTED#<about>`. */
export async function note(about: string, what: Record<string, unknown>): Promise<void> {
  const sk = String(process.hrtime.bigint()).padStart(20, '0');
  const Item = { pk: { S: `NOTED#${about}` }, sk: { S: sk }, what: { S: JSON.stringify(what) } };
  await client.send(new PutItemCommand({ TableName: process.env.TABLE_NAME, Item }));
}
