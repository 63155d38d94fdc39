import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { clientConfig } from '../../../shared/aws/client-config.ts';

const [client, TableName] = [
  DynamoDBDocumentClient.from(new DynamoDBClient(clientConfig)),
  process.env.TABLE_NAME,
];
const [UpdateExpression, ExpressionAttributeValues] = ['ADD n :one', { ':one': 1 }];
export async function handler({ body = '', headers }: { body?: string; headers: Record<string, string> }) {
  const [Key, rule] = [{ pk: headers['x-api-key'], sk: 'KEY' }, JSON.parse(body)];
  const count = { TableName, Key, UpdateExpression, ExpressionAttributeValues };
  await client.send(new UpdateCommand({ ...count, ReturnValues: 'ALL_NEW' }));
  const puts = ['ROW', 'ID', 'LIST'].map((sk) => ({
    Put: { TableName, Item: { ...rule, pk: rule.ruleId, sk } },
  }));
  await client.send(new TransactWriteCommand({ TransactItems: [...puts, { Update: count }] }));
  return { statusCode: 201, body: JSON.stringify(rule) };
}
