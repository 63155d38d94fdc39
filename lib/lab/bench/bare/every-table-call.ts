import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as lib from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import * as z from 'zod/mini';
import { clientConfig } from '../../../../shared/kernel/aws/client-config.ts';

const client = lib.DynamoDBDocumentClient.from(new DynamoDBClient(clientConfig));
const { TABLE_NAME: TableName = '' } = process.env;
const Body = z.looseObject({ id: z.string().check(z.minLength(1)), n: z.optional(z.number()) });
type Event = { body: unknown } & { [Name in 'Key' | 'Item' | 'TransactItems']: never };
export async function useTable({ body, Key, Item, TransactItems }: Event) {
  const { Item: found } = await client.send(new lib.GetCommand({ TableName, Key }));
  await client.send(new lib.BatchGetCommand({ RequestItems: { [TableName]: { Keys: [Key] } } }));
  await client.send(new lib.QueryCommand({ TableName, KeyConditions: Key }));
  await client.send(new lib.UpdateCommand({ TableName, Key, UpdateExpression: 'REMOVE n' }));
  await client.send(new lib.PutCommand({ TableName, Item }));
  await client.send(new lib.DeleteCommand({ TableName, Key }));
  await client.send(new lib.TransactWriteCommand({ TransactItems }));
  return { statusCode: 200, body: JSON.stringify({ ...z.parse(Body, body), ...found }) };
}
export const handler = middy(useTable).use(jsonBodyParser());
