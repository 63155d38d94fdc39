/**
 * The local table without background work: no stream is read and no function runs, so that only the bench changes it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyAliasVariable } from '../../../shared/kernel/secrets/limits.ts';
import { keyAlias } from '../../aws/names.ts';
import { synthesize } from '../../demo/code/synthesize.ts';
import { furtherBuckets, namePrefix } from '../../demo/stage.ts';
import { resolveApp } from '../../local/cloudformation/template.ts';
import { startDynoxide } from '../../local/dynamodb/dynoxide.ts';
import { ensureTables, tablesOf } from '../../local/dynamodb/tables.ts';
import { startAwsGateway } from '../../local/gateway/aws-gateway.ts';
import { createFaults } from '../../local/gateway/faults.ts';
import { createAdministrator, createIdentityRegistry } from '../../local/gateway/identities.ts';
import { createMeter } from '../../local/gateway/meter.ts';
import { createKms } from '../../local/kms/service.ts';
import { openBuckets } from '../../local/s3/buckets.ts';

export interface PassiveTable extends AsyncDisposable {
  /** The bucket that files are synced with. */
  bucket: string;
  /** A function's environment: DynamoDB is dynoxide itself, KMS is behind the AWS gateway. */
  environment: Readonly<Record<string, string>>;
}

/** Starts it. `bundleDir` is a folder of `bundleFunctions`. */
export async function startPassiveTable(bundleDir: string): Promise<PassiveTable> {
  const dataDir = mkdtempSync(join(tmpdir(), 'platform-modules-bench-'));
  const running = new AsyncDisposableStack();
  running.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const app = resolveApp(synthesize({ dataDir, settings: {}, bundleDir }));
  const engine = await startDynoxide({ dataDir });
  running.defer(() => engine.stop());
  await ensureTables(app, engine.endpoint);
  const [registry, administrator] = [createIdentityRegistry(), createAdministrator()];
  registry.register(administrator);
  const buckets = openBuckets({ app, registry, dataDir, prefix: namePrefix, further: furtherBuckets });
  running.defer(() => buckets.stop());
  const door = await startAwsGateway({
    app,
    registry,
    meter: createMeter(),
    faults: createFaults(),
    dynamodbEndpoint: engine.endpoint,
    services: [createKms(app, join(dataDir, 'kms-keys.json')), buckets.service],
  });
  running.defer(() => door.stop());
  const [table] = tablesOf(app);
  return {
    bucket: String(buckets.names.sync),
    environment: {
      TABLE_NAME: table?.physicalId ?? '',
      [keyAliasVariable]: keyAlias('local'),
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: administrator.accessKeyId,
      AWS_SECRET_ACCESS_KEY: administrator.secretAccessKey,
      AWS_ENDPOINT_URL: door.url,
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      HOME: '/nonexistent',
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
