/** Creates the template's DynamoDB tables in dynoxide, and adds what a changed template adds. */
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { createDynoxideClient } from './dynoxide-client.ts';

interface KeyElement {
  AttributeName: string;
  KeyType: string;
}

interface Index {
  IndexName: string;
  KeySchema: KeyElement[];
  Projection?: unknown;
}

interface TableDescription {
  KeySchema: KeyElement[];
  GlobalSecondaryIndexes?: Index[];
  StreamSpecification?: { StreamEnabled?: boolean };
}

export type Call = (action: string, input: object) => Promise<Record<string, unknown>>;

/** The template's tables, of both resource types that CDK uses. */
export function tablesOf(app: ResolvedApp): readonly Resource[] {
  return [...app.ofType('AWS::DynamoDB::Table'), ...app.ofType('AWS::DynamoDB::GlobalTable')];
}

/** The key schema of a table or one of its global indexes: hash key first. Empty when there is no such index. */
export function keyNames(table: Resource, indexName?: string): string[] {
  const {
    KeySchema,
    GlobalSecondaryIndexes = [],
    LocalSecondaryIndexes = [],
  } = table.properties as {
    KeySchema: KeyElement[];
    GlobalSecondaryIndexes?: Index[];
    LocalSecondaryIndexes?: Index[];
  };
  if (indexName === undefined) return KeySchema.map((element) => element.AttributeName);
  const index = [...GlobalSecondaryIndexes, ...LocalSecondaryIndexes].find(
    (one) => one.IndexName === indexName,
  );
  return index?.KeySchema.map((element) => element.AttributeName) ?? [];
}

/**
 * Creates every table of the app on the endpoint with its keys, indexes, stream and TTL. An existing table keeps its
 * data; missing indexes, stream and TTL are added. Throws when an existing table has other keys than the template's,
 * or the endpoint rejects a call. Returns whether a table was created.
 */
export async function ensureTables(app: ResolvedApp, endpoint: string): Promise<boolean> {
  const call = createCall(endpoint);
  let isNew = false;
  for (const table of tablesOf(app)) isNew = (await ensureTable(table, call)) || isNew;
  return isNew;
}

/** Returns whether the table was created. */
async function ensureTable(table: Resource, call: Call): Promise<boolean> {
  const TableName = table.physicalId;
  const existing = await describe(TableName, call);
  if (existing === undefined) await call('CreateTable', { TableName, ...definitionOf(table) });
  else await mend(table, existing, call);
  await ensureTtl(table, call);
  return existing === undefined;
}

async function ensureTtl(table: Resource, call: Call): Promise<void> {
  const TableName = table.physicalId;
  const ttl = table.properties.TimeToLiveSpecification;
  if (!isRecord(ttl) || ttl.Enabled !== true) return;
  const { TimeToLiveDescription: current } = await call('DescribeTimeToLive', { TableName });
  // DynamoDB rejects enabling a TTL that is already enabled.
  if (isRecord(current) && current.TimeToLiveStatus === 'ENABLED') return;
  const TimeToLiveSpecification = { AttributeName: ttl.AttributeName, Enabled: true };
  await call('UpdateTimeToLive', { TableName, TimeToLiveSpecification });
}

async function mend(table: Resource, existing: TableDescription, call: Call): Promise<void> {
  const TableName = table.physicalId;
  const wanted = definitionOf(table);
  const keys = (schema: KeyElement[]): string =>
    schema.map((one) => `${one.AttributeName} ${one.KeyType}`).join(', ');
  if (keys(existing.KeySchema) !== keys(wanted.KeySchema)) {
    throw new Error(
      `table ${TableName} was created with the keys ${keys(existing.KeySchema)}, the template has ${keys(wanted.KeySchema)}: start with --fresh to create it again`,
    );
  }
  const present = new Set(existing.GlobalSecondaryIndexes?.map((index) => index.IndexName));
  for (const index of wanted.GlobalSecondaryIndexes ?? []) {
    if (present.has(index.IndexName)) continue;
    const { AttributeDefinitions } = wanted;
    // DynamoDB allows one new index per UpdateTable call.
    await call('UpdateTable', {
      TableName,
      AttributeDefinitions,
      GlobalSecondaryIndexUpdates: [{ Create: index }],
    });
  }
  if (wanted.StreamSpecification && existing.StreamSpecification?.StreamEnabled !== true) {
    await call('UpdateTable', { TableName, StreamSpecification: wanted.StreamSpecification });
  }
}

interface TableDefinition {
  KeySchema: KeyElement[];
  AttributeDefinitions: unknown;
  BillingMode: 'PAY_PER_REQUEST';
  GlobalSecondaryIndexes?: Index[];
  LocalSecondaryIndexes?: Index[];
  StreamSpecification?: object;
}

/** CreateTable's input from the template's properties, without throughput, replicas and backups. */
function definitionOf(table: Resource): TableDefinition {
  const { properties } = table;
  const stream = properties.StreamSpecification;
  return {
    KeySchema: properties.KeySchema as KeyElement[],
    AttributeDefinitions: properties.AttributeDefinitions,
    BillingMode: 'PAY_PER_REQUEST',
    ...indexesOf(properties, 'GlobalSecondaryIndexes'),
    ...indexesOf(properties, 'LocalSecondaryIndexes'),
    ...(isRecord(stream)
      ? { StreamSpecification: { StreamEnabled: true, StreamViewType: stream.StreamViewType } }
      : {}),
  };
}

function indexesOf(properties: Record<string, unknown>, name: string): Record<string, Index[]> {
  const indexes = (properties[name] ?? []) as Index[];
  if (indexes.length === 0) return {};
  return {
    [name]: indexes.map(({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection })),
  };
}

async function describe(TableName: string, call: Call): Promise<TableDescription | undefined> {
  try {
    return (await call('DescribeTable', { TableName })).Table as TableDescription;
  } catch (error) {
    if (error instanceof DynoxideError && error.code === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}

class DynoxideError extends Error {
  readonly code: string;

  constructor(action: string, code: string, message: string) {
    super(`${action} on the local DynamoDB failed: ${code}: ${message}`);
    this.code = code;
  }
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
    const response = JSON.parse(body) as Record<string, unknown>;
    if (status === 200) return response;
    const code =
      String(response.__type ?? status)
        .split('#')
        .at(-1) ?? '';
    throw new DynoxideError(action, code, String(response.message ?? response.Message ?? ''));
  };
}
