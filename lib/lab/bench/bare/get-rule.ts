import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import { clientConfig } from '../../../../shared/kernel/aws/client-config.ts';
import { logRequest } from '../request-log.ts';

const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientConfig));
const { TABLE_NAME: TableName } = process.env;
const plusOne = { TableName, UpdateExpression: 'ADD n :one', ExpressionAttributeValues: { ':one': 1 } };
type Event = Record<string, Record<string, string>>;
export const handler = middy(async ({ headers, pathParameters }: Event) => {
  const [Key, id] = [{ pk: headers?.['x-api-key'], sk: '0' }, pathParameters?.id];
  await client.send(new UpdateCommand({ ...plusOne, Key, ReturnValues: 'ALL_NEW' }));
  const get = new GetCommand({ TableName, Key: { pk: id, sk: '0' }, ConsistentRead: true });
  const { Item } = await client.send(get);
  const statusCode = Item ? 200 : 404;
  logRequest(statusCode);
  return { statusCode, body: JSON.stringify(Item) };
});
