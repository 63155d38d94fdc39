/** A separate AWS gateway for a test file: a real DynamoDB, one table, and callers with given grants. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { startDynoxide } from '../../../lib/local/dynamodb/dynoxide.ts';
import { ensureTables } from '../../../lib/local/dynamodb/tables.ts';
import { startAwsGateway } from '../../../lib/local/gateway/aws-gateway.ts';
import { createFaults } from '../../../lib/local/gateway/faults.ts';
import { createAdministrator, createIdentityRegistry } from '../../../lib/local/gateway/identities.ts';
import { createMeter } from '../../../lib/local/gateway/meter.ts';
import type { AwsIdentity, PolicyStatement } from '../../../lib/local/types.ts';
import { aResource, resolvedApp } from './resolved-app.ts';

export const TableName = 'things';
export const tableArn = `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`;
const keys = [
  { AttributeName: 'pk', KeyType: 'HASH' },
  { AttributeName: 'sk', KeyType: 'RANGE' },
];
export const app = resolvedApp(
  aResource('AWS::DynamoDB::Table', TableName, tableArn, {
    KeySchema: keys,
    AttributeDefinitions: keys.map(({ AttributeName }) => ({ AttributeName, AttributeType: 'S' })),
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
  }),
);

export const key = (pk: string, sk = 'a') => ({ pk: { S: pk }, sk: { S: sk } });
export const put = (pk: string, text = '') =>
  new PutItemCommand({ TableName, Item: { ...key(pk), text: { S: text } } });
export const putMember = (pk: string) => ({ Put: { TableName, Item: key(pk) } });

export type AwsGatewayFixture = Awaited<ReturnType<typeof aAwsGateway>>;

export async function aAwsGateway() {
  const meter = createMeter();
  const faults = createFaults();
  const registry = createIdentityRegistry();
  const logged: string[] = [];
  const clients: DynamoDBClient[] = [];
  const dataDir = mkdtempSync(join(tmpdir(), 'front-door-'));
  const engine = await startDynoxide({ dataDir });
  await ensureTables(app, engine.endpoint);
  const log = (line: string): void => void logged.push(line);
  const options = { app, registry, meter, faults, dynamodbEndpoint: engine.endpoint, log };
  const door = await startAwsGateway(options);

  /** A client that signs with the credentials. */
  const clientOf = (
    credentials: { accessKeyId: string; secretAccessKey: string },
    maxAttempts = 1,
  ): DynamoDBClient => {
    const client = new DynamoDBClient({ endpoint: door.url, region: 'us-east-1', credentials, maxAttempts });
    clients.push(client);
    return client;
  };
  return {
    ...{ door, meter, faults, registry, logged, clientOf },
    /** A busy function with the given grants, and a client that signs as it. */
    aFunction(...statements: PolicyStatement[]): { client: DynamoDBClient; identity: AwsIdentity } {
      const identity: AwsIdentity = {
        ...createAdministrator('pm-create-thing'),
        roleArn: 'arn:aws:iam::000000000000:role/create-thing',
        statements,
        invocation: { requestId: 'request-1', functionName: 'pm-create-thing' },
      };
      registry.register(identity);
      return { client: clientOf(identity), identity };
    },
    anAdministrator(): DynamoDBClient {
      const identity = createAdministrator();
      registry.register(identity);
      return clientOf(identity);
    },
    /** Every metered call as [action, read units, write units]. */
    units: () => meter.calls().map(({ action, readUnits, writeUnits }) => [action, readUnits, writeUnits]),
    /** Clears calls, faults and log lines. */
    reset(): void {
      meter.reset();
      faults.clear();
      logged.length = 0;
    },
    async stop(): Promise<void> {
      for (const client of clients) client.destroy();
      await door.stop();
      await engine.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
