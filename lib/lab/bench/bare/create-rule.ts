import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import * as z from 'zod/mini';
import { clientConfig } from '../../../../shared/kernel/aws/client-config.ts';
import { logRequest } from '../request-log.ts';

const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientConfig));
const { TABLE_NAME: TableName } = process.env;
const plusOne = { TableName, UpdateExpression: 'ADD n :one', ExpressionAttributeValues: { ':one': 1 } };
const Rule = z.looseObject({ ruleId: z.string(), ruleName: z.string(), entityType: z.string() });
type Event = { body: unknown; headers: Record<string, string> };
export const handler = middy(async ({ body, headers }: Event) => {
  const [Key, rule] = [{ pk: headers['x-api-key'], sk: '0' }, z.parse(Rule, body)];
  await client.send(new UpdateCommand({ ...plusOne, Key, ReturnValues: 'ALL_NEW' }));
  const puts = [1, 2, 3, 4, 5, 6].map((sk) => ({ Put: { TableName, Item: { ...rule, ...Key, sk } } }));
  await client.send(new TransactWriteCommand({ TransactItems: [...puts, { Update: { ...plusOne, Key } }] }));
  logRequest(201);
  return { statusCode: 201, body: JSON.stringify(rule) };
}).use(jsonBodyParser());
