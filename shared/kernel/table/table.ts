/** The table and its client. Constructed when the module loads, which Lambda does before the first request. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { clientConfig, withoutLogging } from '../aws/client-config.ts';
import { ownEndpoint } from '../aws/own-endpoint.ts';
import { connectEarly } from '../aws/preconnect.ts';
import { newTranslation } from './attributes.ts';

export interface Table {
  readonly name: string;
  readonly client: DynamoDBClient;
}

/** The table with the client that takes and returns plain values. */
export interface ConnectedTable extends Table {
  readonly documents: DynamoDBDocumentClient;
}

function withDocuments(table: Table): ConnectedTable {
  return { ...table, documents: DynamoDBDocumentClient.from(table.client, newTranslation()) };
}

/** DynamoDB is the first call of every request, so the connection is opened while the function loads. */
function ownTable(name: string): Table {
  const requestHandler = { ...clientConfig.requestHandler, ...connectEarly(ownEndpoint()) };
  return { name, client: withoutLogging(new DynamoDBClient({ ...clientConfig, requestHandler })) };
}

let connected = process.env.TABLE_NAME ? withDocuments(ownTable(process.env.TABLE_NAME)) : undefined;

/** Sets the table. Functions never call it (they have TABLE_NAME); tools and tests do. */
export function connectTable(table: Table): void {
  connected = withDocuments(table);
}

/** The current table. Throws when neither TABLE_NAME nor `connectTable` set one. */
export function table(): ConnectedTable {
  if (connected === undefined) throw new Error('TABLE_NAME is not set: no table to work on.');
  return connected;
}
