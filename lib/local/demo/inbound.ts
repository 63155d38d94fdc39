/** The demo's inbound endpoint, so that a signed message can be sent at once. */
import type { ChangeContext } from '../../../shared/kernel/audit/record.ts';
import type { RowScope } from '../../../shared/kernel/table/keys.ts';
import { findEndpointOfAnyone } from '../../../shared/modules/webhooks/inbound/endpoint-store.ts';
import { createEndpoint } from '../../../shared/modules/webhooks/inbound/secret-service.ts';

export interface DemoInbound {
  standard_webhooks: { endpointId: string; secret: string };
}

/** Returns the endpoint of an earlier start, or a new one. */
export async function ensureInbound(
  home: RowScope,
  previous: DemoInbound | undefined,
  context: ChangeContext,
): Promise<DemoInbound> {
  const known = previous?.standard_webhooks;
  if (known && (await findEndpointOfAnyone(known.endpointId))) return { standard_webhooks: known };
  const scope = { ...home, organizationIds: [home.organizationId] };
  const { endpoint, secret } = await createEndpoint(
    scope,
    { name: 'Demo', providerKey: 'standard_webhooks' },
    context,
  );
  return { standard_webhooks: { endpointId: endpoint.id, secret } };
}
