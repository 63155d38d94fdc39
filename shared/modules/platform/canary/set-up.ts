/** Gives the canary a tenant, a key and a webhook that leads back to the platform. An administrator runs it once. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import {
  createApiKey,
  createOrganization,
  createTenant,
  findApiKey,
  findTenant,
  removeApiKey,
} from '../../identity/public.ts';
import {
  createEndpoint,
  createWebhook,
  deleteEndpoint,
  deleteWebhook,
  rotateSecret,
} from '../../webhooks/public.ts';
import { canaryEvent } from './canary.ts';
import { type CanaryConfig, findCanaryConfig, saveCanaryConfig } from './config-store.ts';

const name = 'Platform canary';
const features = ['entities.records.view', 'entities.records.manage', 'webhooks.view'];
/** Twice a minute is what a probe asks at most; its key must not be limited by its own looking. */
const requestsPerMinute = 200;
const requestsPerHour = 5_000;

/**
 * Sets it up for a public host, or anew: its tenant stays, its key, endpoint and webhook are replaced. Returns what is
 * no secret. Throws UnavailableError when KMS is out of reach.
 */
export async function setUpCanary(
  baseUrl: string,
  context: ChangeContext,
): Promise<Omit<CanaryConfig, 'secret'>> {
  const host = new URL(baseUrl).origin;
  const before = await findCanaryConfig();
  const scope = before && (await findTenant(before)) ? homeOf(before) : await newHome(context);
  const wide = { ...scope, organizationIds: [scope.organizationId] };
  const { key, secret } = await createApiKey(
    { name, ...scope, features, perMinute: requestsPerMinute, perHour: requestsPerHour },
    context,
  );
  const { endpoint } = await createEndpoint(wide, { name, providerKey: 'standard_webhooks' }, context);
  const made = await createWebhook(
    wide,
    {
      name,
      url: `${host}/api/webhooks/inbound/${endpoint.id}`,
      subscribedEvents: [canaryEvent],
    } as Parameters<typeof createWebhook>[1],
    context,
  );
  await rotateSecret(wide, endpoint.id, { secret: made.secret }, undefined, context);
  const config = {
    ...scope,
    baseUrl: host,
    keyId: key.id,
    webhookId: made.webhook.id,
    endpointId: endpoint.id,
  };
  await saveCanaryConfig({ ...config, secret });
  if (before !== undefined) await clear(before, context);
  return config;
}

const homeOf = ({ tenantId, organizationId }: RowScope): RowScope => ({ tenantId, organizationId });

async function newHome(context: ChangeContext): Promise<RowScope> {
  const { id: tenantId } = await createTenant({ name }, context);
  const { id: organizationId } = await createOrganization({ tenantId, name: 'main' }, context);
  return { tenantId, organizationId };
}

/** Takes away what an earlier setting up made. */
async function clear(before: CanaryConfig, context: ChangeContext): Promise<void> {
  const wide = { ...homeOf(before), organizationIds: [before.organizationId] };
  const key = await findApiKey(before.tenantId, before.keyId);
  if (key !== undefined) await removeApiKey(key, context);
  await deleteWebhook(wide, before.webhookId, undefined, context);
  await deleteEndpoint(wide, before.endpointId, undefined, context);
}
