/** The local runtime without HTTP, with the tests' own workers and queues. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { AssetStaging } from 'aws-cdk-lib';
import { inject } from 'vitest';
import { createApp } from '../../../lib/aws/app.ts';
import { bundleFunctions } from '../../../lib/aws/bundling/bundle.ts';
import { functionEntries } from '../../../lib/aws/function-entries.ts';
import { queueName } from '../../../lib/aws/names.ts';
import { borrowAssembly } from '../../../lib/demo/code/synthesis.ts';
import { resolveApp } from '../../../lib/local/cloudformation/template.ts';
import { startDynoxide } from '../../../lib/local/dynamodb/dynoxide.ts';
import { ensureTables } from '../../../lib/local/dynamodb/tables.ts';
import { startAwsGateway } from '../../../lib/local/gateway/aws-gateway.ts';
import { createFaults } from '../../../lib/local/gateway/faults.ts';
import { createAdministrator, createIdentityRegistry } from '../../../lib/local/gateway/identities.ts';
import { createMeter } from '../../../lib/local/gateway/meter.ts';
import { createKms } from '../../../lib/local/kms/service.ts';
import { createLambda } from '../../../lib/local/lambda/lambda.ts';
import { createFunctionLogs } from '../../../lib/local/lambda/logs.ts';
import { openMessaging } from '../../../lib/local/messaging.ts';
import type { Task } from '../../workers/sample-work.queue.ts';
import { oneOfEachTrigger, queueOfEachKind } from '../builders/workers.ts';

const TableName = 'platform-modules-local';

export type MessagingFixture = Awaited<ReturnType<typeof startMessaging>>;

/** Bundles and synthesizes the tests' own workers and queues; the folder is removed with that of the shared runtime. */
async function synthesizeSamples(): Promise<string> {
  const folder = mkdtempSync(join(inject('bundleDir'), '..', 'samples-'));
  const bundleDir = join(folder, 'build');
  const own = functionEntries([], oneOfEachTrigger).map(({ file, ...entry }) =>
    entry.module === 'samples'
      ? { ...entry, file: file.replace('functions/samples', 'test/workers') }
      : { ...entry, file },
  );
  await bundleFunctions({ entries: own, bundleDir, withMaps: false });
  // CDK caches what it copied until the process ends; the folder may not exist any more.
  AssetStaging.clearAssetHashCache();
  return createApp({
    stage: 'local',
    bundleDir,
    outdir: join(folder, 'assembly'),
    copyCode: false,
    endpoints: [],
    workers: oneOfEachTrigger,
    queues: queueOfEachKind,
  }).synth().directory;
}
let samples: Promise<string> | undefined;

type Change = (template: string) => string;

/** Edits a stack's template as text, to break its settings on purpose. */
function rewrite(assemblyDir: string, part: string, change: Change | undefined): void {
  const file = join(assemblyDir, `PlatformModules-local-${part}.template.json`);
  if (change) writeFileSync(file, change(readFileSync(file, 'utf8')));
}

interface MessagingOptions {
  /** By default new; it is removed with the folder of the shared runtime. */
  dataDir?: string;
  changeWorkers?: Change;
  changeQueues?: Change;
}

/** Starts everything. Throws for invalid settings; nothing keeps running then. */
export async function startMessaging({
  dataDir = mkdtempSync(join(inject('bundleDir'), '..', 'messaging-')),
  changeWorkers,
  changeQueues,
}: MessagingOptions = {}) {
  const running = new AsyncDisposableStack();
  try {
    samples ??= synthesizeSamples();
    const assemblyDir = borrowAssembly(dataDir, await samples);
    rewrite(assemblyDir, 'samples', changeWorkers);
    rewrite(assemblyDir, 'messaging', changeQueues);
    const app = resolveApp(assemblyDir);
    const engine = await startDynoxide({ dataDir });
    running.defer(() => engine.stop());
    await ensureTables(app, engine.endpoint);
    const [registry, meter, faults] = [createIdentityRegistry(), createMeter(), createFaults()];
    const administrator = createAdministrator();
    registry.register(administrator);
    /** Lines that the runtime would print. */
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const messaging = await openMessaging({ app, dataDir, prefix: queueName('local', ''), log });
    running.defer(() => messaging.stop());
    const dynamodbEndpoint = engine.endpoint;
    const { wake: onTableWrite } = messaging;
    const services = [...messaging.services, createKms(app, join(dataDir, 'kms-keys.json'))];
    const options = { app, registry, meter, faults, dynamodbEndpoint, services, onTableWrite };
    const awsGateway = await startAwsGateway(options);
    running.defer(() => awsGateway.stop());
    const logs = createFunctionLogs({ dir: join(dataDir, 'logs'), quiet: true });
    running.defer(() => logs.close());
    const { authorizeServiceCall } = awsGateway;
    const awsGatewayUrl = awsGateway.url;
    const lambda = createLambda({
      ...{ app, registry, awsGatewayUrl, logs, authorizeServiceCall },
      random: () => 1,
    });
    running.defer(() => lambda.stop());
    running.defer(() => messaging.pause());
    await messaging.start({ lambda, faults, authorizeServiceCall, dynamodbEndpoint });

    const { accessKeyId, secretAccessKey } = administrator;
    const config = {
      endpoint: awsGateway.url,
      region: 'us-east-1',
      credentials: { accessKeyId, secretAccessKey },
    };
    const [sqs, dynamodb] = [new SQSClient(config), new DynamoDBClient(config)];
    const urls = messaging.urls(awsGateway.url);
    return {
      dataDir,
      ...{ control: messaging.control, lambda, faults, meter, awsGateway, sqs, dynamodb, lines, urls },
      /** Sends tasks in one batch to the worker's queue. */
      async send(...tasks: Task[]): Promise<void> {
        const Entries = tasks.map((task, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(task),
        }));
        await sqs.send(new SendMessageBatchCommand({ QueueUrl: urls['sample-tasks'], Entries }));
      },
      async insert({ pk, sk, type, poison }: { pk: string; sk: string; type?: string; poison?: boolean }) {
        const Item = {
          pk: { S: pk },
          sk: { S: sk },
          ...(type !== undefined && { type: { S: type } }),
          ...(poison !== undefined && { poison: { BOOL: poison } }),
        };
        await dynamodb.send(new PutItemCommand({ TableName, Item }));
      },
      /** The workers' notes about a subject, oldest first. */
      async notes(about: string): Promise<Record<string, unknown>[]> {
        const { Items = [] } = await dynamodb.send(
          new QueryCommand({
            TableName,
            KeyConditionExpression: 'pk = :pk',
            ExpressionAttributeValues: { ':pk': { S: `NOTED#${about}` } },
            ConsistentRead: true,
          }),
        );
        return Items.map(({ what }) => JSON.parse(what?.S ?? '{}'));
      },
      async stop(): Promise<void> {
        sqs.destroy();
        dynamodb.destroy();
        await running.disposeAsync();
      },
    };
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}
