import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Agent, request } from 'undici';
import { clientConfig } from '../../../shared/aws/client-config.ts';

const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientConfig));
const { TABLE_NAME: TableName } = process.env;
const set = { UpdateExpression: 'SET done = :now', ExpressionAttributeValues: { ':now': Date.now() } };
const options = { method: 'POST', dispatcher: new Agent({ connections: 50 }) } as const;
async function deliver(pk: string, { url, body }: { url: string; body: string }) {
  const answer = await request(url, { ...options, body });
  const Item = { pk, sk: 'ATTEMPT', status: answer.statusCode, body: await answer.body.text() };
  await client.send(new PutCommand({ TableName, Item }));
  await client.send(new UpdateCommand({ ...set, TableName, Key: { pk, sk: 'DELIVERY' } }));
}
export const handler = (all: [string, { url: string; body: string }][]) =>
  Promise.all(all.map((o) => deliver(...o)));
