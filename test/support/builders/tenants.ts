/** Builders: a test names only the values that matter to it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { organizationKey } from '../../../shared/kernel/table/keys.ts';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import {
  createApiKey,
  type NewApiKeyInput,
} from '../../../shared/modules/identity/api-keys/api-key-service.ts';
import {
  createOrganization,
  unrestricted,
} from '../../../shared/modules/identity/directory/organization-service.ts';
import {
  createTenant,
  deleteTenant,
  updateTenant,
} from '../../../shared/modules/identity/directory/tenant-service.ts';
import { type Api, apiFor } from '../clients/api.ts';
import { inOneWrite, silently } from '../clients/silence.ts';
import { followIfEnabled } from '../runtime/fan-out.ts';

/** The actor of the builders' changes. */
export const asTest = () => ({ principal: { subject: 'system:test' }, nowMs: Date.now() });

/** Options of a test's key. */
export type KeyOptions = Omit<Partial<NewApiKeyInput>, 'tenantId' | 'organizationId'>;

export interface TestCaller {
  tenantId: string;
  organizationId: string;
  keyId: string;
  key: string;
  api: Api;
}

/** A key in an existing tenant, by default with every feature and without rate limits. */
export async function aKey(
  input: KeyOptions & { tenantId: string; organizationId: string },
): Promise<TestCaller> {
  const { key, secret } = await silently(() =>
    createApiKey(
      { name: 'test key', features: ['*'], perMinute: 1_000_000, perHour: 1_000_000, ...input },
      asTest(),
    ),
  );
  const { tenantId, organizationId } = input;
  return { tenantId, organizationId, keyId: key.id, key: secret, api: apiFor(secret) };
}

async function anOrganization(tenantId: string, name: string): Promise<string> {
  const manager = { scope: { tenantId }, principal: unrestricted, context: asTest() };
  const { body } = await silently(() => createOrganization(manager, { name }));
  return body.id;
}

/** When set, `aTenant` creates organizations of one tenant instead of tenants. */
const inside = new AsyncLocalStorage<string>();

/**
 * Runs `work`, in which `aTenant` creates organizations of the given tenant, so that the data of many tests is in one
 * tenant.
 */
export function withinTenant<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result> {
  return inside.run(tenantId, work);
}

async function aHome(tenantId: string, input: KeyOptions): Promise<TestCaller> {
  const organizationId = await anOrganization(tenantId, 'main');
  return aKey({ tenantId, organizationId, ...input });
}

/** A new tenant with one organization and a key with all rights in it. */
export async function aTenant(input: KeyOptions = {}): Promise<TestCaller> {
  const existing = inside.getStore();
  if (existing !== undefined) return aHome(existing, input);
  const caller = await inOneWrite(async () => {
    const { body } = await silently(() => createTenant({ context: asTest() }, { name: 'test tenant' }));
    return aHome(body.id, input);
  });
  await followIfEnabled(caller.tenantId);
  return caller;
}

/** Another organization of a caller's tenant, with its own key. */
export async function aSibling({ tenantId }: TestCaller, input: KeyOptions = {}): Promise<TestCaller> {
  const organizationId = await anOrganization(tenantId, 'sibling');
  return aKey({ tenantId, organizationId, ...input });
}

export const closings = [
  'its organization is closed',
  'its tenant is closed',
  'its tenant is deleted',
] as const;

/** Closes the organization or the tenant of a caller, or deletes the tenant. */
export async function close(
  { tenantId, organizationId }: Pick<TestCaller, 'tenantId' | 'organizationId'>,
  how: (typeof closings)[number],
): Promise<void> {
  const platform = { context: asTest() };
  if (how === 'its tenant is closed')
    await silently(() => updateTenant(platform, { id: tenantId, isActive: false }));
  else if (how === 'its tenant is deleted') await silently(() => deleteTenant(platform, { id: tenantId }));
  else
    await updateItem({
      Key: organizationKey({ tenantId }, organizationId),
      UpdateExpression: 'SET isActive = :no',
      ExpressionAttributeValues: { ':no': false },
    });
}

/** The body of a valid rule. */
export function aRule(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ruleId: 'ORDER-LIMIT',
    ruleName: 'Block large orders',
    ruleType: 'GUARD',
    entityType: 'sales.order',
    conditionExpression: { field: 'total', operator: '<', value: 10_000 },
    enabled: true,
    priority: 100,
    version: 1,
    ...overrides,
  };
}
