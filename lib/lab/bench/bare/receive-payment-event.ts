import { createHmac, timingSafeEqual } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand as Send, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { clientConfig } from '../../../../shared/kernel/aws/client-config.ts';

const table = DynamoDBDocumentClient.from(new DynamoDBClient(clientConfig));
const sqs = new SQSClient({ ...clientConfig, useQueueUrlAsEndpoint: false });
const { TABLE_NAME: TableName, QUEUE_URL_PAYMENT_WEBHOOKS: QueueUrl, SECRET = '' } = process.env;
const query = { TableName, ConsistentRead: true, KeyConditionExpression: 'pk = :pk', Limit: 10 };
export async function handler({ headers, body }: { headers: Record<string, string>; body: string }) {
  const [, t, v1 = ''] = /t=(\d+),v1=(\w+)/.exec(headers['stripe-signature'] ?? '') ?? [];
  const values = { ':pk': `PAYMENTSESSION#stripe#${JSON.parse(body).data.object.id}` };
  const { Items } = await table.send(new QueryCommand({ ...query, ExpressionAttributeValues: values }));
  const expected = createHmac('sha256', SECRET).update(`${t}.${body}`).digest();
  if (!timingSafeEqual(Buffer.from(v1, 'hex'), expected)) return { statusCode: 401 };
  const Entries = [{ Id: '0', MessageBody: JSON.stringify({ owner: Items, body }) }];
  await sqs.send(new Send({ QueueUrl, Entries }));
  return { statusCode: 202, body: '{"received":true}' };
}
