/** Builders: a test names only what it is about. */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  createApiKey,
  type NewApiKeyInput,
} from '../../../shared/modules/identity/api-keys/api-key-service.ts';
import { createOrganization } from '../../../shared/modules/identity/directory/organization-service.ts';
import { createTenant } from '../../../shared/modules/identity/directory/tenant-service.ts';
import { type Api, apiFor } from '../clients/api.ts';
import { inOneWrite, silently } from '../clients/silence.ts';
import { followIfAsked } from '../runtime/fan-out.ts';

/** Who the builders' changes come from. */
export const asTest = () => ({ principal: { subject: 'system:test' }, nowMs: Date.now() });

/** What a test may say about its key. */
export type KeyOptions = Omit<Partial<NewApiKeyInput>, 'tenantId' | 'organizationId'>;

export interface TestCaller {
  tenantId: string;
  organizationId: string;
  keyId: string;
  key: string;
  api: Api;
}

/** A key in an existing tenant, with every feature unless told otherwise, and no rate limit in a test's way. */
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
  const { id } = await silently(() => createOrganization({ tenantId, name }, asTest()));
  return id;
}

/** Where `aTenant` makes organizations of one tenant instead of tenants. */
const inside = new AsyncLocalStorage<string>();

/** Runs `work`, whose tenants all are organizations of the given one: what many tests write comes together there. */
export function withinTenant<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result> {
  return inside.run(tenantId, work);
}

async function aHome(tenantId: string, input: KeyOptions): Promise<TestCaller> {
  const organizationId = await anOrganization(tenantId, 'main');
  return aKey({ tenantId, organizationId, ...input });
}

/** A tenant of its own with one organization and a key that may do everything in it. */
export async function aTenant(input: KeyOptions = {}): Promise<TestCaller> {
  const existing = inside.getStore();
  if (existing !== undefined) return aHome(existing, input);
  const caller = await inOneWrite(async () => {
    const { id } = await silently(() => createTenant({ name: 'test tenant' }, asTest()));
    return aHome(id, input);
  });
  await followIfAsked(caller.tenantId);
  return caller;
}

/** Another organization of a caller's tenant, with a key of its own. */
export async function aSibling({ tenantId }: TestCaller, input: KeyOptions = {}): Promise<TestCaller> {
  const organizationId = await anOrganization(tenantId, 'sibling');
  return aKey({ tenantId, organizationId, ...input });
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
