import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Agent, request } from 'undici';
import { clientConfig } from '../../../../shared/kernel/aws/client-config.ts';

const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientConfig));
const [TableName, dispatcher] = [process.env.TABLE_NAME, new Agent({ connections: 50 })];
const set = { UpdateExpression: 'SET done = :now', ExpressionAttributeValues: { ':now': Date.now() } };
async function deliver({ pk, url, body }: { pk: string; url: string; body: string }) {
  const answer = await request(url, { method: 'POST', dispatcher, body });
  const Item = { pk, sk: 'ATTEMPT', status: answer.statusCode, body: await answer.body.text() };
  await client.send(new PutCommand({ TableName, Item }));
  await client.send(new UpdateCommand({ ...set, TableName, Key: { pk, sk: 'DELIVERY' } }));
}
export const handler = (all: Parameters<typeof deliver>[0][]) => Promise.all(all.map(deliver));
