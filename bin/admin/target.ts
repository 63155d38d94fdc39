/** The target of the administrator's tool: the local runtime, or a stage in AWS. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQSClient } from '@aws-sdk/client-sqs';
import { tableName } from '../../lib/aws/names.ts';
import { readStageFile } from '../../lib/aws/stage/stage-file.ts';
import type { Principal } from '../../shared/kernel/base/principal.ts';
import type { RowScope } from '../../shared/kernel/table/keys.ts';
import { dataDir } from '../options/data-dir.ts';
import { type ClientConfig, connectDeployment } from './deployment.ts';
import { UsageError, type Values } from './flags.ts';

function readAccess() {
  const file = join(dataDir(), 'access.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  throw new UsageError(
    `${file} is missing: start the platform in another terminal first (npm start), or name its folder with DATA_DIR.`,
  );
}

export const stageName = (values: Values): string =>
  values.has('local') ? 'local' : (values.text('stage') ?? 'dev');

/**
 * The local runtime's own administrator, or the shell's AWS identity in the region of the stage's file. Without one, it
 * is the shell's region, as in a deployment. Throws without a runtime, and for a stage without a file.
 */
export async function targetOf(values: Values): Promise<{ name: string; config: ClientConfig }> {
  if (!values.has('local')) {
    const stage = stageName(values);
    const { region } = await readStageFile(stage);
    return { name: tableName(stage), config: region === undefined ? {} : { region } };
  }
  const { aws } = readAccess();
  return {
    name: aws.table,
    config: {
      endpoint: aws.endpointUrl,
      region: aws.region,
      credentials: { accessKeyId: aws.accessKeyId, secretAccessKey: aws.secretAccessKey },
    },
  };
}

/** Connects the resources besides the table: files, schedules, secrets. */
export async function connected(values: Values): Promise<void> {
  const { config } = await targetOf(values);
  await connectDeployment(stageName(values), config);
}

export async function queuesOf(values: Values): Promise<SQSClient> {
  const { config } = await targetOf(values);
  return new SQSClient({ ...config, useQueueUrlAsEndpoint: false });
}

/** The tool has all rights, and the audit trail shows its changes as its own. */
export function administrator(tenantId: string | null = null) {
  const principal: Principal = {
    subject: 'system:admin',
    tenantId,
    organizationId: null,
    organizationIds: null,
    features: ['*'],
    isSuperAdmin: true,
  };
  return { principal, nowMs: Date.now() };
}

/** Returns the organization that is named, or locally the demo's first one. Throws UsageError without one. */
export function organizationOf(values: Values): RowScope {
  const [tenantId, organizationId] = [values.text('tenantId'), values.text('organizationId')];
  if (tenantId !== undefined && organizationId !== undefined) return { tenantId, organizationId };
  const { tenants } = values.has('local') ? readAccess() : {};
  if (tenants === undefined) throw new UsageError('--tenantId and --organizationId are required.');
  return { tenantId: tenants.acme.id, organizationId: tenants.acme.organizations.north };
}

/** Returns a message for connection errors, when nothing listens. */
export async function connectionProblem(error: unknown, values: Values): Promise<string | undefined> {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (code !== 'ECONNREFUSED') return undefined;
  const { config } = await targetOf(values);
  return `Nothing listens at ${String(config.endpoint ?? 'the AWS endpoint')}: start the platform in another terminal first (npm start).`;
}
