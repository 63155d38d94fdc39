/** Creates the template's DynamoDB tables on the local engine, and mends what a changed template adds. */
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { createEngine } from './engine.ts';

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

/** The template's tables, of both resource types that CDK writes. */
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
 * Makes every table of the app exist on the endpoint with its keys, indexes, stream and TTL. A table that is
 * already there keeps its data; missing indexes, stream and TTL are added. Throws when an existing table has
 * other keys than the template's, or the endpoint refuses a call. Returns whether a table was made.
 */
export async function ensureTables(app: ResolvedApp, endpoint: string): Promise<boolean> {
  const call = createCall(endpoint);
  let isNew = false;
  for (const table of tablesOf(app)) isNew = (await ensureTable(table, call)) || isNew;
  return isNew;
}

/** Returns whether the table was made. */
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
  // DynamoDB refuses to enable what is enabled.
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
      `table ${TableName} was created with the keys ${keys(existing.KeySchema)}, the template has ` +
        `${keys(wanted.KeySchema)}: start with --fresh to build it anew`,
    );
  }
  const present = new Set(existing.GlobalSecondaryIndexes?.map((index) => index.IndexName));
  for (const index of wanted.GlobalSecondaryIndexes ?? []) {
    if (present.has(index.IndexName)) continue;
    const { AttributeDefinitions } = wanted;
    // One index per UpdateTable call is DynamoDB's rule.
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

/** CreateTable's input from the template's properties: throughput, replicas and backups mean nothing here. */
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
    if (error instanceof EngineError && error.code === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}

class EngineError extends Error {
  readonly code: string;

  constructor(action: string, code: string, message: string) {
    super(`${action} on the local DynamoDB failed: ${code}: ${message}`);
    this.code = code;
  }
}

/** Speaks to the engine directly: no SDK client is needed for a handful of unsigned calls. */
export function createCall(endpoint: string, api = 'DynamoDB_20120810'): Call {
  const engine = createEngine(endpoint);
  const headers = {
    // Emulators look for a signature's presence and do not verify it.
    authorization:
      'AWS4-HMAC-SHA256 Credential=local/20250101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    'x-amz-date': '20250101T000000Z',
  };
  return async (action, input) => {
    const from = { ...headers, 'x-amz-target': `${api}.${action}` };
    const { status, body } = await engine.send(from, JSON.stringify(input));
    const answer = JSON.parse(body.toString()) as Record<string, unknown>;
    if (status === 200) return answer;
    const code =
      String(answer.__type ?? status)
        .split('#')
        .at(-1) ?? '';
    throw new EngineError(action, code, String(answer.message ?? answer.Message ?? ''));
  };
}
