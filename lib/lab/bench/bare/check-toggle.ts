import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import { clientConfig } from '../../../../shared/kernel/aws/client-config.ts';
import { logRequest } from '../request-log.ts';

const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientConfig));
const { TABLE_NAME: TableName = '' } = process.env;
const plusOne = { TableName, UpdateExpression: 'ADD n :one', ExpressionAttributeValues: { ':one': 1 } };
type Event = Record<string, Record<string, string>>;
export const handler = middy(async ({ headers, queryStringParameters }: Event) => {
  const [Key, pk] = [{ pk: headers?.['x-api-key'], sk: '0' }, queryStringParameters?.identifier];
  await client.send(new UpdateCommand({ ...plusOne, Key, ReturnValues: 'ALL_NEW' }));
  const Keys = ['TOGGLE', 'OVERRIDE'].map((sk) => ({ pk: `${sk}#${pk}`, sk }));
  const both = { [TableName]: { Keys, ConsistentRead: true } };
  const { Responses } = await client.send(new BatchGetCommand({ RequestItems: both }));
  const statusCode = Responses ? 200 : 404;
  logRequest(statusCode);
  return { statusCode, body: JSON.stringify(Responses) };
});
