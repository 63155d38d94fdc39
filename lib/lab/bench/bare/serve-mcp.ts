import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { clientConfig } from '../../../../shared/kernel/aws/client-config.ts';
import { logRequest } from '../request-log.ts';

const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientConfig));
const { TABLE_NAME: TableName } = process.env;
type Event = { body: string; headers: Record<string, string> };
export const handler = middy(async ({ body, headers }: Event) => {
  const Key = { pk: headers['x-api-key'], sk: '0' };
  const counted = { UpdateExpression: 'SET n = :one', ExpressionAttributeValues: { ':one': 1 } };
  await client.send(new UpdateCommand({ TableName, Key, ...counted, ReturnValues: 'ALL_NEW' }));
  const server = new Server({ name: 'bare', version: '1' }, { capabilities: { tools: {} } });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const request = new Request('https://host/mcp', { method: 'POST', headers, body });
  const response = await transport.handleRequest(request);
  logRequest(response.status);
  return { statusCode: response.status, body: await response.text() };
});
