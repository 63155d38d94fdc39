/**
 * Creates and lists tenants, organizations and API keys: in AWS with the credentials of the shell, or, with
 * `--local`, in the running one-machine runtime. The same code writes in both.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { AppError, NotFoundError } from '../shared/http/errors.ts';
import { createApiKey } from '../shared/identity/api-key-service.ts';
import { findApiKey, listApiKeys, removeApiKey } from '../shared/identity/api-key-store.ts';
import { createOrganization, createTenant } from '../shared/identity/directory-service.ts';
import { listOrganizations, listTenants } from '../shared/identity/directory-store.ts';
import { connectTable, documentClient } from '../shared/table/table.ts';

const usage = `Usage: npm run admin -- <what> <verb> [options]

  tenant create --name <name>
  tenant list
  organization create --tenant <id> --name <name> [--parent <id>]
  organization list --tenant <id>
  key create --name <name> --tenant <id> [--organization <id>] [--feature <name>]… [--super-admin]
             [--expires <ISO time>] [--per-minute <n>] [--per-hour <n>]
  key list --tenant <id>
  key delete --tenant <id> --id <key id>

  --stage <stage>   deployed stage (default dev), with the AWS credentials and region of your shell
  --local           the runtime that \`npm start\` runs (found by DATA_DIR, default .local)

Features may be wildcards: --feature '*' or --feature 'business_rules.*'.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    tenant: { type: 'string' },
    organization: { type: 'string' },
    parent: { type: 'string' },
    feature: { type: 'string', multiple: true },
    'super-admin': { type: 'boolean' },
    expires: { type: 'string' },
    'per-minute': { type: 'string' },
    'per-hour': { type: 'string' },
    id: { type: 'string' },
    stage: { type: 'string', default: 'dev' },
    local: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

class UsageError extends Error {}

function required(name: 'name' | 'tenant' | 'id'): string {
  const value = values[name];
  if (value === undefined) throw new UsageError(`--${name} is required.`);
  return value;
}

function positiveInteger(name: 'per-minute' | 'per-hour'): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(text)) throw new UsageError(`--${name} must be a positive whole number.`);
  return Number(text);
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

/** The local runtime's own administrator, or the shell's AWS identity. */
function target(): { name: string; config: DynamoDBClientConfig } {
  if (!values.local) return { name: `platform-modules-${values.stage}`, config: {} };
  const file = join(process.env.DATA_DIR ?? '.local', 'access.json');
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

const commands: Record<string, () => Promise<unknown>> = {
  'tenant create': () => createTenant({ name: required('name') }),
  'tenant list': () => listTenants(),
  'organization create': () =>
    createOrganization({ tenantId: required('tenant'), name: required('name'), parentId: values.parent }),
  'organization list': () => listOrganizations({ tenantId: required('tenant') }),
  'key create': async () => {
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
    const { secretSha256, ...visible } = key;
    return { ...visible, secret };
  },
  'key list': async () => {
    const all = { page: 1, pageSize: 100_000, filters: {} };
    const { items } = await listApiKeys(values.tenant ?? null, all);
    return items.map(({ secretSha256, previous, ...visible }) => visible);
  },
  'key delete': async () => {
    const key = await findApiKey(values.tenant ?? null, required('id'));
    if (key === undefined) throw new NotFoundError('Key');
    await removeApiKey(key, context());
    return { deleted: key.id };
  },
};

const command = commands[positionals.join(' ')];
try {
  if (values.help || command === undefined) throw new UsageError(usage);
  const { name, config } = target();
  connectTable({ name, client: documentClient(new DynamoDBClient(config)) });
  console.log(JSON.stringify(await command(), null, 2));
} catch (error) {
  const fields = error instanceof AppError && 'fields' in error ? ` ${JSON.stringify(error.fields)}` : '';
  console.error(error instanceof Error ? `${error.message}${fields}` : error);
  process.exitCode = values.help ? 0 : error instanceof UsageError ? 2 : 1;
}
