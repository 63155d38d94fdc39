/** The demo tenants and keys that `npm start` prints. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { features } from '../../../shared/catalog/features.ts';
import { connectKms, type Kms } from '../../../shared/kernel/secrets/data-keys.ts';
import { migrateNewTable } from '../../../shared/kernel/table/migrate.ts';
import { connectTable } from '../../../shared/kernel/table/table.ts';
import {
  createApiKey,
  type NewApiKeyInput,
} from '../../../shared/modules/identity/api-keys/api-key-service.ts';
import { findApiKey, overwriteApiKey } from '../../../shared/modules/identity/api-keys/api-key-store.ts';
import { createOrganization } from '../../../shared/modules/identity/directory/organization-service.ts';
import { createTenant } from '../../../shared/modules/identity/directory/tenant-service.ts';
import { findTenant } from '../../../shared/modules/identity/directory/tenant-store.ts';
import { migrations } from '../../admin/migrations.ts';
import { type DemoInbound, ensureInbound } from './inbound.ts';
import { type DemoLogin, ensureLogin } from './login.ts';
import { type DemoStripe, ensureStripe } from './stripe.ts';

export interface DemoTenant {
  id: string;
  /** Ids by name. */
  organizations: Record<string, string>;
}

export interface DemoAccess {
  tenants: { acme: DemoTenant; globex: DemoTenant };
  /** Secrets by name. */
  keys: Record<DemoKeyName, string>;
  /** Ids by name, so that a restart finds the keys again. */
  keyIds: Record<DemoKeyName, string>;
  /** A user with the rights of `acmeAdmin`. */
  login: DemoLogin;
  /** By provider. */
  inbound: DemoInbound;
  stripeAccounts: DemoStripe;
}

export type DemoKeyName =
  | 'superAdmin'
  | 'acmeAdmin'
  | 'acmeSouthAdmin'
  | 'acmeViewer'
  | 'acmeNone'
  | 'globexAdmin';

type DemoKey = Omit<NewApiKeyInput, 'name' | 'tenantId'> & { tenantId: string };

const viewFeatures = Object.keys(features).filter((name) => name.endsWith('.view'));

function demoKeys(acme: DemoTenant, globex: DemoTenant): Record<DemoKeyName, DemoKey> {
  const north = { tenantId: acme.id, organizationId: acme.organizations.north };
  const south = { tenantId: acme.id, organizationId: acme.organizations.south };
  const main = { tenantId: globex.id, organizationId: globex.organizations.main };
  return {
    superAdmin: { ...north, isSuperAdmin: true },
    acmeAdmin: { ...north, features: ['*'] },
    acmeSouthAdmin: { ...south, features: ['*'] },
    acmeViewer: { ...north, features: viewFeatures },
    acmeNone: { ...north, features: [] },
    globexAdmin: { ...main, features: ['*'] },
  };
}

const context = { principal: { subject: 'system:demo' }, nowMs: Date.now() };

async function createDemoTenant(name: string, organizationNames: readonly string[]): Promise<DemoTenant> {
  const { id } = await createTenant({ name }, context);
  const organizations: Record<string, string> = {};
  for (const organizationName of organizationNames) {
    const organization = await createOrganization({ tenantId: id, name: organizationName }, context);
    organizations[organizationName] = organization.id;
  }
  return { id, organizations };
}

/** Returns the key of an earlier start, updated to this version's rights, or a new one. */
async function ensureKey(name: DemoKeyName, input: DemoKey, previous: DemoAccess | undefined) {
  const existing = previous && (await findApiKey(input.tenantId, previous.keyIds[name]));
  if (previous && existing) {
    await overwriteApiKey({ ...existing, features: input.features ?? [] });
    return { id: existing.id, secret: previous.keys[name] };
  }
  const { key, secret } = await createApiKey({ ...input, name: `demo ${name}` }, context);
  return { id: key.id, secret };
}

/**
 * Creates the demo, or updates the demo of an earlier start (`previous`): the same tenants, keys and secrets, with the
 * features of this version.
 */
export async function seedDemo(options: {
  dynamodb: DynamoDBClient;
  tableName: string;
  kms: Kms;
  previous?: DemoAccess | undefined;
}): Promise<DemoAccess> {
  connectTable({ client: options.dynamodb, name: options.tableName });
  connectKms(options.kms);
  const { previous } = options;
  const known = previous && (await findTenant({ tenantId: previous.tenants.acme.id })) ? previous : undefined;
  await migrateNewTable(migrations);
  const acme = known?.tenants.acme ?? (await createDemoTenant('acme', ['north', 'south']));
  const globex = known?.tenants.globex ?? (await createDemoTenant('globex', ['main']));

  const keys: Partial<Record<DemoKeyName, string>> = {};
  const keyIds: Partial<Record<DemoKeyName, string>> = {};
  for (const [name, input] of Object.entries(demoKeys(acme, globex)) as [DemoKeyName, DemoKey][]) {
    const { id, secret } = await ensureKey(name, input, known);
    keys[name] = secret;
    keyIds[name] = id;
  }
  const home = { tenantId: acme.id, organizationId: acme.organizations.north ?? '' };
  const login = await ensureLogin(home, known?.login, context);
  const inbound = await ensureInbound(home, known?.inbound, context);
  const main = { tenantId: globex.id, organizationId: globex.organizations.main ?? '' };
  const stripeAccounts = await ensureStripe({ acme: [home], globex: [main] }, known?.stripeAccounts, context);
  return { tenants: { acme, globex }, keys, keyIds, login, inbound, stripeAccounts } as DemoAccess;
}
