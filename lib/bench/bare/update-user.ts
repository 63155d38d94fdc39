import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as lib from '@aws-sdk/lib-dynamodb';
import { clientConfig } from '../../../shared/aws/client-config.ts';

const client = lib.DynamoDBDocumentClient.from(new DynamoDBClient(clientConfig));
const { TABLE_NAME: TableName = '' } = process.env;
export async function handler({ body, headers }: { body: string; headers: Record<string, string> }) {
  const [Key, user] = [{ pk: headers['x-api-key'], sk: '0' }, JSON.parse(body)];
  await client.send(new lib.UpdateCommand({ TableName, Key, UpdateExpression: 'REMOVE n' }));
  const { Item } = await client.send(new lib.GetCommand({ TableName, Key: user.key }));
  await client.send(new lib.BatchGetCommand({ RequestItems: { [TableName]: { Keys: user.roles } } }));
  await client.send(new lib.QueryCommand({ TableName, KeyConditions: user.sessions }));
  await client.send(new lib.TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item: user } }] }));
  return { statusCode: 200, body: JSON.stringify(Item) };
}
