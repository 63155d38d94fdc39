import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as lib from '@aws-sdk/lib-dynamodb';
import { clientConfig } from '../../../shared/kernel/aws/client-config.ts';

const client = lib.DynamoDBDocumentClient.from(new DynamoDBClient(clientConfig));
const { TABLE_NAME: TableName = '' } = process.env;
export async function handler({
  Key,
  Item,
  TransactItems,
}: { [Name in 'Key' | 'Item' | 'TransactItems']: never }) {
  const { Item: found } = await client.send(new lib.GetCommand({ TableName, Key }));
  await client.send(new lib.BatchGetCommand({ RequestItems: { [TableName]: { Keys: [Key] } } }));
  await client.send(new lib.QueryCommand({ TableName, KeyConditions: Key }));
  await client.send(new lib.UpdateCommand({ TableName, Key, UpdateExpression: 'REMOVE n' }));
  await client.send(new lib.PutCommand({ TableName, Item }));
  await client.send(new lib.DeleteCommand({ TableName, Key }));
  await client.send(new lib.TransactWriteCommand({ TransactItems }));
  return { statusCode: 200, body: JSON.stringify(found) };
}
