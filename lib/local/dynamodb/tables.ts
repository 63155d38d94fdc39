/** Creates the template's DynamoDB tables in dynoxide, and adds what a changed template adds. */
import * as z from 'zod/mini';
import type { ResolvedApp, Resource } from '../types.ts';
import { createDynoxideClient } from './dynoxide-client.ts';

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.string() }));

const noIndexes = z.optional(z.never('The local DynamoDB has no indexes.'));

/** The properties that matter here: throughput, encryption and backups do not. */
const tableSchema = z.object({
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
  KeySchema: keySchema,
  GlobalSecondaryIndexes: noIndexes,
  LocalSecondaryIndexes: noIndexes,
  StreamSpecification: z.optional(z.object({ StreamViewType: z.string() })),
  TimeToLiveSpecification: z.optional(z.object({ AttributeName: z.string(), Enabled: z.boolean() })),
});

const descriptionSchema = z.object({
  Table: z.object({
    KeySchema: keySchema,
    StreamSpecification: z.optional(z.object({ StreamEnabled: z.optional(z.boolean()) })),
  }),
});

const ttlSchema = z.object({ TimeToLiveDescription: z.object({ TimeToLiveStatus: z.string() }) });

/** Calls an action of the local DynamoDB. Throws when it rejects the call. */
export type Call = (action: string, input: object) => Promise<Record<string, unknown>>;

/** The template's tables. */
export function tablesOf(app: ResolvedApp): readonly Resource[] {
  return app.ofType('AWS::DynamoDB::Table');
}

/** The names of a table's key attributes: hash key first. */
export function keyNames({ properties }: Resource): string[] {
  return keySchema.parse(properties.KeySchema).map((element) => element.AttributeName);
}

/**
 * Creates every table of the app on the endpoint with its keys, stream and TTL. An existing table keeps its data;
 * missing stream and TTL are added. Throws when an existing table has other keys than the template's, when the template
 * has indexes, or when the endpoint rejects a call. Returns whether a table was created.
 */
export async function ensureTables(app: ResolvedApp, endpoint: string): Promise<boolean> {
  const call = createCall(endpoint);
  let isNew = false;
  for (const table of tablesOf(app)) isNew = (await ensureTable(table, call)) || isNew;
  return isNew;
}

/** Returns whether the table was created. */
async function ensureTable({ physicalId: TableName, properties }: Resource, call: Call): Promise<boolean> {
  const { TimeToLiveSpecification: ttl, StreamSpecification, ...wanted } = tableSchema.parse(properties);
  const stream = StreamSpecification && {
    StreamSpecification: { StreamEnabled: true, ...StreamSpecification },
  };
  // If the call fails for another reason, creating the table fails as well.
  const description = await call('DescribeTable', { TableName }).catch(() => undefined);
  if (description === undefined) {
    await call('CreateTable', { TableName, BillingMode: 'PAY_PER_REQUEST', ...wanted, ...stream });
  } else {
    const { Table: existing } = descriptionSchema.parse(description);
    const [before, after] = [existing, wanted].map(({ KeySchema }) =>
      KeySchema.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`).join(', '),
    );
    if (before !== after) {
      throw new Error(
        `table ${TableName} was created with the keys ${before}, the template has ${after}: start with --fresh to create it again`,
      );
    }
    if (stream && !existing.StreamSpecification?.StreamEnabled)
      await call('UpdateTable', { TableName, ...stream });
  }
  if (ttl?.Enabled) {
    const { TimeToLiveDescription } = ttlSchema.parse(await call('DescribeTimeToLive', { TableName }));
    // DynamoDB rejects enabling a TTL that is already enabled.
    if (TimeToLiveDescription.TimeToLiveStatus !== 'ENABLED')
      await call('UpdateTimeToLive', { TableName, TimeToLiveSpecification: ttl });
  }
  return description === undefined;
}

/** Calls dynoxide directly: a few unsigned calls need no SDK client. */
export function createCall(endpoint: string, api = 'DynamoDB_20120810'): Call {
  const dynoxide = createDynoxideClient(endpoint);
  const headers = {
    // Emulators require a signature but do not verify it.
    authorization:
      'AWS4-HMAC-SHA256 Credential=local/20250101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    'x-amz-date': '20250101T000000Z',
  };
  return async (action, input) => {
    const from = { ...headers, 'x-amz-target': `${api}.${action}` };
    const { status, body } = await dynoxide.send(from, JSON.stringify(input));
    if (status !== 200) throw new Error(`${action} on the local DynamoDB failed: ${body}`);
    return JSON.parse(body) as Record<string, unknown>;
  };
}
