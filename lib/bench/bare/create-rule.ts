import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { clientConfig } from '../../../shared/kernel/aws/client-config.ts';

const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientConfig));
const { TABLE_NAME: TableName } = process.env;
const plusOne = { TableName, UpdateExpression: 'ADD n :one', ExpressionAttributeValues: { ':one': 1 } };
export async function handler(event: { body: string; headers: Record<string, string> }) {
  const [Key, rule] = [{ pk: event.headers['x-api-key'], sk: '0' }, JSON.parse(event.body)];
  await client.send(new UpdateCommand({ ...plusOne, Key, ReturnValues: 'ALL_NEW' }));
  const puts = [1, 2, 3, 4, 5, 6].map((sk) => ({ Put: { TableName, Item: { ...rule, ...Key, sk } } }));
  await client.send(new TransactWriteCommand({ TransactItems: [...puts, { Update: { ...plusOne, Key } }] }));
  return { statusCode: 201, body: JSON.stringify(rule) };
}
