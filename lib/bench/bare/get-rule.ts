import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { clientConfig } from '../../../shared/aws/client-config.ts';

const [client, TableName] = [
  DynamoDBDocumentClient.from(new DynamoDBClient(clientConfig)),
  process.env.TABLE_NAME,
];
export async function handler({ headers, pathParameters }: APIGatewayProxyEventV2) {
  const [UpdateExpression, ExpressionAttributeValues] = ['ADD n :one', { ':one': 1 }];
  const count = { TableName, Key: { pk: headers['x-api-key'], sk: 'KEY' }, UpdateExpression };
  await client.send(new UpdateCommand({ ...count, ExpressionAttributeValues, ReturnValues: 'ALL_NEW' }));
  const get = { TableName, Key: { pk: 'RULE', sk: pathParameters?.id }, ConsistentRead: true };
  const { Item } = await client.send(new GetCommand(get));
  return { statusCode: Item ? 200 : 404, body: JSON.stringify(Item) };
}
