/**
 * The demo tenants and keys that `npm start` prints, created through the local AWS endpoint. Runs as a child program,
 * because the services of all modules take much memory.
 */
import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { features } from '../../../shared/catalog/features.ts';
import { connectKms } from '../../../shared/kernel/secrets/data-keys.ts';
import type { RowScope } from '../../../shared/kernel/table/keys.ts';
import { connectTable } from '../../../shared/kernel/table/table.ts';
import {
  createApiKey,
  type NewApiKeyInput,
} from '../../../shared/modules/identity/api-keys/api-key-service.ts';
import { findApiKey, overwriteApiKey } from '../../../shared/modules/identity/api-keys/api-key-store.ts';
import {
  createOrganization,
  unrestricted,
} from '../../../shared/modules/identity/directory/organization-service.ts';
import { createTenant } from '../../../shared/modules/identity/directory/tenant-service.ts';
import { findTenant } from '../../../shared/modules/identity/directory/tenant-store.ts';
import { updateIntegrationCredentials } from '../../../shared/modules/integrations/credentials-service.ts';
import { updateIntegrationState } from '../../../shared/modules/integrations/integration-service.ts';
import { findEndpointOfAnyone } from '../../../shared/modules/webhooks/inbound/endpoint-store.ts';
import { createInboundEndpoint } from '../../../shared/modules/webhooks/inbound/secret-service.ts';
import { keyAlias } from '../../aws/names.ts';
import { region } from '../../local/cloudformation/resource-names.ts';
import type { AwsIdentity } from '../../local/types.ts';
import { asChildProgram } from '../child-program.ts';
import { stage } from '../stage.ts';
import type { AccountKeys } from '../stripe/objects.ts';
import { type DemoLogin, ensureLogin } from './login.ts';
import { type DemoProvider, ensureProvider } from './provider.ts';

interface DemoTenant {
  id: string;
  /** Ids by name. */
  organizations: Record<string, string>;
}

export interface DemoAccess {
  tenants: { acme: DemoTenant; globex: DemoTenant };
  /** Secrets by name. */
  keys: Record<string, string>;
  /** Ids by name, so that a restart finds the keys again. */
  keyIds: Record<string, string>;
  /** A user with the rights of `acmeAdmin`. */
  login: DemoLogin;
  /** By provider. */
  inbound: { standard_webhooks: { endpointId: string; secret: string } };
  /** Keys of the accounts at the Stripe emulator. */
  stripeAccounts: Record<'acme' | 'globex', AccountKeys>;
}

export interface SeedInput {
  endpointUrl: string;
  /** The identity whose rights create the demo. */
  administrator: Pick<AwsIdentity, 'accessKeyId' | 'secretAccessKey'>;
  tableName: string;
  /** The demo of an earlier start. */
  previous: DemoAccess | undefined;
  /** The client of the local identity provider. */
  provider: DemoProvider;
}

type DemoKey = Omit<NewApiKeyInput, 'name' | 'tenantId'> & { tenantId: string };

const viewFeatures = Object.keys(features).filter((name) => name.endsWith('.view'));

/** The keys by name. */
function demoKeys(north: RowScope, south: RowScope, main: RowScope): Record<string, DemoKey> {
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
  const { id } = (await createTenant({ context }, { name })).body;
  const caller = { scope: { tenantId: id }, principal: unrestricted, context };
  const organizations: Record<string, string> = {};
  for (const organizationName of organizationNames) {
    const organization = await createOrganization(caller, { name: organizationName });
    organizations[organizationName] = organization.body.id;
  }
  return { id, organizations };
}

/** Returns the key of an earlier start, updated to this version's rights, or a new one. */
async function ensureKey(name: string, input: DemoKey, previous: DemoAccess | undefined) {
  const { keys: { [name]: secret } = {}, keyIds: { [name]: id = '' } = {} } = previous ?? {};
  const existing = secret && (await findApiKey(input.tenantId, id));
  if (existing) {
    await overwriteApiKey({ ...existing, features: input.features ?? [] });
    return { id, secret };
  }
  const created = await createApiKey({ ...input, name: `demo ${name}` }, context);
  return { id: created.key.id, secret: created.secret };
}

/** Returns the inbound endpoint of an earlier start, or a new one, so that a signed message can be sent at once. */
async function ensureInbound(home: RowScope, previous: DemoAccess['inbound'] | undefined) {
  if (previous && (await findEndpointOfAnyone(previous.standard_webhooks.endpointId))) return previous;
  const scope = { ...home, organizationIds: [home.organizationId] };
  const input = { name: 'Demo', providerKey: 'standard_webhooks' } as const;
  const { id, secret } = (await createInboundEndpoint({ scope, context }, input)).body;
  return { standard_webhooks: { endpointId: id, secret } };
}

/** Connects an organization to a new account at the Stripe emulator, so that it can take payments at once. */
async function connectStripe(home: RowScope): Promise<AccountKeys> {
  const random = () => randomBytes(18).toString('hex');
  const keys = {
    secretKey: `sk_test_${random()}`,
    publishableKey: `pk_test_${random()}`,
    webhookSecret: `whsec_${random()}`,
  };
  const caller = { scope: home, context };
  await updateIntegrationCredentials(caller, { id: 'gateway_stripe', credentials: { ...keys } });
  await updateIntegrationState(caller, { id: 'gateway_stripe', isEnabled: true });
  return keys;
}

/**
 * Creates the demo, or updates the demo of an earlier start (`previous`): the same tenants, keys and secrets, with the
 * features of this version.
 */
async function seedDemo({
  endpointUrl,
  administrator,
  tableName,
  previous,
  provider,
}: SeedInput): Promise<DemoAccess> {
  const config = { endpoint: endpointUrl, region, credentials: administrator };
  using clients = new DisposableStack();
  const dynamodb = clients.adopt(new DynamoDBClient(config), (client) => client.destroy());
  const kms = clients.adopt(new KMSClient(config), (client) => client.destroy());
  connectTable({ client: dynamodb, name: tableName });
  connectKms({ client: kms, keyAlias: keyAlias(stage) });
  const known = previous && (await findTenant({ tenantId: previous.tenants.acme.id })) ? previous : undefined;
  const acme = known?.tenants.acme ?? (await createDemoTenant('acme', ['north', 'south']));
  const globex = known?.tenants.globex ?? (await createDemoTenant('globex', ['main']));
  const north = { tenantId: acme.id, organizationId: acme.organizations.north ?? '' };
  const south = { tenantId: acme.id, organizationId: acme.organizations.south ?? '' };
  const main = { tenantId: globex.id, organizationId: globex.organizations.main ?? '' };

  // As in the environment of functions: the address of this machine is private.
  process.env.TRUSTED_ISSUERS = provider.issuer;
  await ensureProvider(north, provider, viewFeatures, context);

  const keys: Record<string, string> = {};
  const keyIds: Record<string, string> = {};
  for (const [name, input] of Object.entries(demoKeys(north, south, main))) {
    const { id, secret } = await ensureKey(name, input, known);
    keys[name] = secret;
    keyIds[name] = id;
  }
  return {
    tenants: { acme, globex },
    keys,
    keyIds,
    login: await ensureLogin(north, known?.login, context),
    inbound: await ensureInbound(north, known?.inbound),
    // Users may have replaced the keys by their own.
    stripeAccounts: known?.stripeAccounts ?? {
      acme: await connectStripe(north),
      globex: await connectStripe(main),
    },
  };
}

if (import.meta.main) await asChildProgram(seedDemo);
