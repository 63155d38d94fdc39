/** Creates a tenant, an API key and a webhook to the platform itself for the canary. An administrator runs it once. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import {
  createApiKey,
  createOrganization,
  createTenant,
  findApiKey,
  findTenant,
  removeApiKey,
  unrestricted,
} from '../../identity/public.ts';
import {
  createInboundEndpoint,
  createWebhook,
  deleteInboundEndpoint,
  deleteWebhook,
  rotateInboundSecret,
} from '../../webhooks/public.ts';
import { canaryEvent } from './canary.ts';
import { type CanaryConfig, findCanaryConfig, saveCanaryConfig } from './config-store.ts';

const name = 'Platform canary';
const features = ['entities.records.view', 'entities.records.manage', 'webhooks.view'];
/** Well above what probes need: each polls once a second for up to a minute, and must not hit its own rate limit. */
const requestsPerMinute = 200;
const requestsPerHour = 5_000;

/**
 * Sets up the canary for a public host. A repeated call keeps the tenant, and replaces key, endpoint and webhook.
 * Returns the configuration without its secret. Throws UnavailableError if KMS cannot be reached.
 */
export async function setUpCanary(
  baseUrl: string,
  context: ChangeContext,
): Promise<Omit<CanaryConfig, 'secret'>> {
  const host = new URL(baseUrl).origin;
  const before = await findCanaryConfig();
  const rowScope = before && (await findTenant(before)) ? rowScopeOf(before) : await createScope(context);
  const scope = { ...rowScope, organizationIds: [rowScope.organizationId] };
  const { key, secret } = await createApiKey(
    { name, ...rowScope, features, perMinute: requestsPerMinute, perHour: requestsPerHour },
    context,
  );
  const caller = { scope, context };
  const endpoint = { name, providerKey: 'standard_webhooks' };
  const { id: endpointId } = (await createInboundEndpoint(caller, endpoint)).body;
  const url = `${host}/api/webhooks/inbound/${endpointId}`;
  const webhook = (await createWebhook(caller, { name, url, subscribedEvents: [canaryEvent] })).body;
  await rotateInboundSecret(caller, { id: endpointId, secret: webhook.secret });
  const config = {
    ...rowScope,
    baseUrl: host,
    keyId: key.id,
    webhookId: webhook.id,
    endpointId,
  };
  await saveCanaryConfig({ ...config, secret });
  if (before !== undefined) await deleteReplaced(before, context);
  return config;
}

const rowScopeOf = ({ tenantId, organizationId }: RowScope): RowScope => ({ tenantId, organizationId });

async function createScope(context: ChangeContext): Promise<RowScope> {
  const { id: tenantId } = (await createTenant({ context }, { name })).body;
  const caller = { scope: { tenantId }, principal: unrestricted, context };
  const { id: organizationId } = (await createOrganization(caller, { name: 'main' })).body;
  return { tenantId, organizationId };
}

/** Deletes key, webhook and endpoint of an earlier setup. */
async function deleteReplaced(before: CanaryConfig, context: ChangeContext): Promise<void> {
  const scope = { ...rowScopeOf(before), organizationIds: [before.organizationId] };
  const key = await findApiKey(before.tenantId, before.keyId);
  if (key !== undefined) await removeApiKey(key, context);
  await deleteWebhook({ scope, context }, { id: before.webhookId });
  await deleteInboundEndpoint({ scope, context }, { id: before.endpointId });
}
