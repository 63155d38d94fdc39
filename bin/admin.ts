/**
 * Manages tenants, organizations and API keys, hands over, erases, saves and restores data: in AWS with the credentials of the shell, or, with
 * `--local`, in the running one-machine runtime. The same code writes in both.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { backup } from '../lib/admin/backup.ts';
import { checkTable } from '../lib/admin/check-table.ts';
import { eraseTenant } from '../lib/admin/erase.ts';
import { exportTenant } from '../lib/admin/export-tenant.ts';
import { restoreRuntime, saveRuntime } from '../lib/admin/local-runtime.ts';
import { progressOn } from '../lib/admin/progress.ts';
import { restore } from '../lib/admin/restore.ts';
import { followRun, startSyncRun } from '../lib/admin/sync-run.ts';
import { resendTo } from '../lib/admin/unfinished-deliveries.ts';
import { deadLetterQueueName, queueName } from '../lib/aws/names.ts';
import { setUpCanary } from '../shared/canary/set-up.ts';
import {
  createOrganization,
  deleteOrganization,
  unrestricted,
  updateOrganization,
} from '../shared/directory/organization-service.ts';
import { listOrganizations } from '../shared/directory/organization-store.ts';
import { createTenant, deleteTenant, updateTenant } from '../shared/directory/tenant-service.ts';
import { tenantNames } from '../shared/directory/tenant-store.ts';
import { AppError, NotFoundError } from '../shared/http/errors.ts';
import { apiKeyLimits } from '../shared/identity/api-key-limits.ts';
import { createApiKey, rotateSecret } from '../shared/identity/api-key-service.ts';
import { findApiKey, listApiKeys, removeApiKey } from '../shared/identity/api-key-store.ts';
import { assertDeclared } from '../shared/identity/declared-features.ts';
import type { ApiKeyRow } from '../shared/identity/identity-types.ts';
import { reconcile } from '../shared/scheduler/reconcile.ts';
import { toRun } from '../shared/sync/run.ts';
import type { RowScope } from '../shared/table/keys.ts';
import { migrate } from '../shared/table/migrate.ts';
import { connectTable } from '../shared/table/table.ts';
import { redrive } from '../shared/workers/redrive.ts';
import { isTyped } from './admin/confirm.ts';
import { type ClientConfig, connectDeployment } from './admin/deployment.ts';
import { options, usage } from './admin/usage.ts';

class UsageError extends Error {}

const { values, positionals } = parseArguments();

function parseArguments() {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

function required(name: 'name' | 'tenant' | 'id' | 'out' | 'from' | 'url'): string {
  const value = values[name];
  if (value === undefined) throw new UsageError(`--${name} is required.`);
  return value;
}

function positiveInteger(name: 'per-minute' | 'per-hour' | 'batch-size'): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(text)) throw new UsageError(`--${name} must be a positive whole number.`);
  return Number(text);
}

function graceSeconds(): number {
  const text = values.grace ?? '0';
  if (/^\d{1,6}$/.test(text) && Number(text) <= apiKeyLimits.graceSeconds) return Number(text);
  throw new UsageError(`--grace must be a whole number of seconds, at most ${apiKeyLimits.graceSeconds}.`);
}

function expiry(): number | undefined {
  if (values.expires === undefined) return undefined;
  const atMs = Date.parse(values.expires);
  if (Number.isNaN(atMs) || atMs <= Date.now())
    throw new UsageError('--expires must be a time in the future.');
  return atMs;
}

/** Changes made here show in the audit trail as the tool's. */
function context() {
  return { principal: { subject: 'system:admin' }, nowMs: Date.now() };
}

const dataDir = (): string => process.env.DATA_DIR ?? '.local';

/** The local runtime's own administrator, or the shell's AWS identity. */
function target(): { name: string; config: ClientConfig } {
  if (!values.local) return { name: `platform-modules-${values.stage}`, config: {} };
  const file = join(dataDir(), 'access.json');
  if (!existsSync(file)) throw new UsageError(`${file} is missing: run npm start first.`);
  const { aws } = JSON.parse(readFileSync(file, 'utf8'));
  return {
    name: aws.table,
    config: {
      endpoint: aws.endpointUrl,
      region: aws.region,
      credentials: { accessKeyId: aws.accessKeyId, secretAccessKey: aws.secretAccessKey },
    },
  };
}

/** The tool lives nowhere: it may close everything. */
const nobody = { tenantId: null };
const keysPerPage = 1_000;

function changeTenant(changes: { name?: string; isActive?: boolean }) {
  return updateTenant({ id: required('id'), ...changes }, undefined, nobody, context());
}

function changeOrganization(changes: { name?: string; isActive?: boolean; parentId?: string | null }) {
  const [tenantId, id] = [required('tenant'), required('id')];
  return updateOrganization({ tenantId }, { id, ...changes }, undefined, unrestricted, context());
}

async function existingKey(): Promise<ApiKeyRow> {
  const key = await findApiKey(values.tenant ?? null, required('id'));
  if (key === undefined) throw new NotFoundError('Key');
  return key;
}

/** A key without the hashes of its secrets. */
function visibleKey({ secretSha256, previous, ...key }: ApiKeyRow) {
  return key;
}

const stageName = (): string => (values.local ? 'local' : values.stage);

const connected = () => connectDeployment(stageName(), target().config);
const progress = progressOn(process.stderr);

async function confirmed(text: string, what: string): Promise<void> {
  if (values.yes || (await isTyped(text, `${what} Type ${text} to go on: `))) return;
  throw new UsageError(`Nothing was done: ${text} was not typed.`);
}

const commands: Record<string, () => Promise<unknown>> = {
  'tenant create': () => createTenant({ name: required('name') }, context()),
  'tenant list': () => tenantNames(),
  'tenant rename': () => changeTenant({ name: required('name') }),
  'tenant open': () => changeTenant({ isActive: true }),
  'tenant close': () => changeTenant({ isActive: false }),
  'tenant delete': async () => {
    const id = required('id');
    await deleteTenant(id, undefined, nobody, context());
    return { deleted: id };
  },
  'tenant export': async () => {
    const [id, folder] = [required('id'), required('out')];
    await connected();
    return exportTenant(id, folder, progress);
  },
  'tenant erase': async () => {
    const id = required('id');
    await confirmed(id, 'Everything that the tenant has is deleted for ever.');
    await connected();
    return eraseTenant(id, context(), progress);
  },
  'organization create': () =>
    createOrganization(
      { tenantId: required('tenant'), name: required('name'), parentId: values.parent },
      context(),
    ),
  'organization list': () => listOrganizations({ tenantId: required('tenant') }),
  'organization rename': () => changeOrganization({ name: required('name') }),
  'organization move': () => changeOrganization({ parentId: values.parent ?? null }),
  'organization open': () => changeOrganization({ isActive: true }),
  'organization close': () => changeOrganization({ isActive: false }),
  'organization delete': async () => {
    const [tenantId, id] = [required('tenant'), required('id')];
    await deleteOrganization({ tenantId }, id, undefined, unrestricted, context());
    return { deleted: id };
  },
  'key create': async () => {
    assertDeclared(values.feature ?? []);
    const input = {
      name: required('name'),
      tenantId: values['super-admin'] ? (values.tenant ?? null) : required('tenant'),
      organizationId: values.organization,
      features: values.feature,
      isSuperAdmin: values['super-admin'],
      expiresAtMs: expiry(),
      perMinute: positiveInteger('per-minute'),
      perHour: positiveInteger('per-hour'),
    };
    const { key, secret } = await createApiKey(input, context());
    return { ...visibleKey(key), secret };
  },
  'key list': async () => {
    const rows: unknown[] = [];
    for (let page = 1, total = 1; rows.length < total; page++) {
      const request = { page, pageSize: keysPerPage, filters: {} };
      const { items, total: count } = await listApiKeys(values.tenant ?? null, request);
      if (items.length === 0) break;
      rows.push(...items.map(visibleKey));
      total = count;
    }
    return rows;
  },
  'key rotate': async () => {
    const { key, secret } = await rotateSecret(await existingKey(), graceSeconds(), context());
    return { ...visibleKey(key), secret };
  },
  'key delete': async () => {
    const key = await existingKey();
    await removeApiKey(key, context());
    return { deleted: key.id };
  },
  backup: async () => {
    const folder = required('out');
    await connected();
    const saved = await backup(folder, values.tenant, progress);
    if (values.local && values.tenant === undefined) saveRuntime(dataDir(), folder);
    return saved;
  },
  restore: async () => {
    const folder = required('from');
    const [stage, { config }] = [stageName(), target()];
    await confirmed(values.tenant ?? stage, 'Whatever was written since the backup is lost.');
    await connected();
    if (values.local && values.tenant === undefined) restoreRuntime(folder, dataDir());
    const sqs = new SQSClient({ ...config, useQueueUrlAsEndpoint: false });
    const resend = resendTo(sqs, queueName(stage, 'webhook-deliveries'));
    return restore(folder, { tenantId: values.tenant, context: context(), progress, resend });
  },
  'restore check': () => checkTable(),
  'canary set-up': async () => {
    const url = required('url');
    await connected();
    return setUpCanary(url, context());
  },
  migrate: async () => {
    const dryRun = values['dry-run'] ?? false;
    return { ...(await migrate({ dryRun })), dryRun };
  },
  'scheduler reconcile': async () => {
    await connected();
    return reconcile({ deadlineMs: Number.POSITIVE_INFINITY });
  },
};

/** Where a sync runs: in the organization that is named, else locally in the demo's first one. */
function syncPlace(): RowScope {
  const { tenant, organization } = values;
  if (tenant !== undefined && organization !== undefined)
    return { tenantId: tenant, organizationId: organization };
  const file = join(dataDir(), 'access.json');
  const { tenants } = values.local ? JSON.parse(readFileSync(file, 'utf8')) : {};
  if (tenants === undefined) throw new UsageError('--tenant and --organization are required.');
  return { tenantId: tenants.acme.id, organizationId: tenants.acme.organizations.north };
}

async function syncRun(integrationId: string, entityType: string, direction: string): Promise<unknown> {
  const { config } = target();
  const sqs = new SQSClient({ ...config, useQueueUrlAsEndpoint: false });
  const given = { integrationId, entityType, direction, fullSync: values.full };
  const run = await startSyncRun(
    syncPlace(),
    { ...given, batchSize: positiveInteger('batch-size') },
    { sqs, queueName: (queue) => queueName(stageName(), queue) },
    context(),
  );
  if (!values.follow) return toRun(run, Date.now());
  const ended = await followRun(run, process.stderr);
  if (ended.status !== 'completed') process.exitCode = 1;
  return ended;
}

/** `redrive` and `sync run` name what they act on; every other command is named by all its words. */
function commandOf(words: string[], config: () => ClientConfig) {
  const [what, verb, ...more] = words;
  if (what === 'redrive' && verb !== undefined && more.length === 0)
    return () => redrive(new SQSClient(config()), deadLetterQueueName(queueName(stageName(), verb)));
  const [integration, entityType, direction, ...rest] = more;
  if (what === 'sync' && verb === 'run' && integration && entityType && direction && rest.length === 0)
    return () => syncRun(integration, entityType, direction);
  return commands[words.join(' ')];
}

const command = commandOf(positionals, () => target().config);
try {
  if (values.help || command === undefined) throw new UsageError(usage);
  const { name, config } = target();
  connectTable({ name, client: new DynamoDBClient(config) });
  console.log(JSON.stringify(await command(), null, 2));
} catch (error) {
  const fields = error instanceof AppError && 'fields' in error ? ` ${JSON.stringify(error.fields)}` : '';
  console.error(error instanceof Error ? `${error.message}${fields}` : error);
  process.exitCode = values.help ? 0 : error instanceof UsageError ? 2 : 1;
}
