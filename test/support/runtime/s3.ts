/** An AWS gateway with buckets only, and S3 callers with given grants. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { startAwsGateway } from '../../../lib/local/gateway/aws-gateway.ts';
import { createFaults } from '../../../lib/local/gateway/faults.ts';
import { createAdministrator, createIdentityRegistry } from '../../../lib/local/gateway/identities.ts';
import { createMeter } from '../../../lib/local/gateway/meter.ts';
import { openBuckets } from '../../../lib/local/s3/buckets.ts';
import type { AwsIdentity, PolicyStatement } from '../../../lib/local/types.ts';
import { allowedOrigin } from './allowed-origin.ts';
import { aResource, resolvedApp } from './resolved-app.ts';

/** Nothing listens there, and no S3 test calls it. */
const noDatabase = 'http://127.0.0.1:9';

export const Bucket = 'platform-modules-local-files-000000000000-us-east-1';
export const bucketArn = `arn:aws:s3:::${Bucket}`;

const inFiles = (type: string, properties: object) => aResource(type, Bucket, bucketArn, properties);

const forms = { AllowedMethods: ['POST'], AllowedOrigins: [allowedOrigin] };
const retired = { Key: 'retired', Value: 'true' };
const app = resolvedApp(
  inFiles('AWS::S3::Bucket', {
    CorsConfiguration: { CorsRules: [{ ...forms, AllowedHeaders: ['*'], MaxAge: 9 }] },
    LifecycleConfiguration: {
      Rules: [
        { Id: 'staging', Status: 'Enabled', Prefix: 'staging/', ExpirationInDays: 1 },
        { Id: 'retired', Status: 'Enabled', TagFilters: [retired], ExpirationInDays: 1 },
        { Id: 'parts', Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
      ],
    },
  }),
  inFiles('AWS::S3::BucketPolicy', {
    Bucket,
    PolicyDocument: {
      Statement: [
        {
          Effect: 'Deny',
          Principal: { AWS: '*' },
          Action: 's3:*',
          Resource: [bucketArn, `${bucketArn}/*`],
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        },
        { Effect: 'Deny', Principal: '*', Action: 's3:GetObject', Resource: `${bucketArn}/forbidden/*` },
      ],
    },
  }),
);

export function allow(actions: string | string[], keys: string | undefined = '*'): PolicyStatement {
  const Action = [actions].flat().map((action) => `s3:${action}`);
  return { Effect: 'Allow', Action, Resource: keys === '' ? bucketArn : `${bucketArn}/${keys}` };
}

/** The calls that most tests make. */
export function callsOf(client: () => S3Client) {
  const get = (Key: string, more: object = {}) =>
    client().send(new GetObjectCommand({ Bucket, Key, ...more }));
  return {
    get,
    textOf: async (Key: string, more: object = {}) => (await get(Key, more)).Body?.transformToString(),
    put: (Key: string, Body: string | Uint8Array = 'text', more: object = {}) =>
      client().send(new PutObjectCommand({ Bucket, Key, Body, ...more })),
    head: (Key: string) => client().send(new HeadObjectCommand({ Bucket, Key })),
  };
}

export async function anS3() {
  const dataDir = mkdtempSync(join(tmpdir(), 's3-'));
  const [meter, faults, registry] = [createMeter(), createFaults(), createIdentityRegistry()];
  const clients: S3Client[] = [];
  const start = async () => {
    const names = { prefix: 'platform-modules-local-', further: ['sync'] };
    const buckets = openBuckets({ app, registry, dataDir, ...names });
    const parts = { app, registry, meter, faults, dynamodbEndpoint: noDatabase };
    return { buckets, door: await startAwsGateway({ ...parts, services: [buckets.service] }) };
  };
  let running = await start();

  const clientOf = (identity: AwsIdentity, config: S3ClientConfig = {}): S3Client => {
    const { accessKeyId, secretAccessKey } = identity;
    const endpoint = running.door.url;
    const credentials = { accessKeyId, secretAccessKey };
    const client = new S3Client({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1, ...config });
    clients.push(client);
    return client;
  };
  const stop = async () => {
    await running.door.stop();
    running.buckets.stop();
  };
  return {
    meter,
    faults,
    registry,
    /** Names of the files that contain the bytes of objects and parts. */
    bodies: () => readdirSync(join(dataDir, 'buckets', 'bodies')),
    url: () => running.door.url,
    grantsUsed: () => running.door.grantsUsed(),
    expire: (daysAhead: number) => running.buckets.expire(daysAhead),
    /** A client with all permissions. */
    administrator(config?: S3ClientConfig): S3Client {
      const identity = createAdministrator();
      registry.register(identity);
      return clientOf(identity, config);
    },
    /** A busy function with the given grants, and a client that signs as it. */
    aFunction(...statements: PolicyStatement[]): { client: S3Client; identity: AwsIdentity } {
      const identity: AwsIdentity = {
        ...createAdministrator('pm-files'),
        roleArn: 'arn:aws:iam::000000000000:role/files',
        statements,
        invocation: { requestId: 'request-1', functionName: 'pm-files' },
      };
      registry.register(identity);
      return { client: clientOf(identity), identity };
    },
    async restart() {
      await stop();
      running = await start();
    },
    async stop() {
      for (const client of clients) client.destroy();
      await stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
