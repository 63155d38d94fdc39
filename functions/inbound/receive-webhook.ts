import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { rawBody } from '../../shared/kernel/http/raw-body.ts';
import { receiveWebhook } from '../../shared/modules/webhooks/inbound/contract.ts';
import { receive } from '../../shared/modules/webhooks/inbound/receive.ts';

export const handler = endpoint(
  receiveWebhook,
  async ({ params, body, client, context }) => {
    const isNew = await receive(params.endpointId, body, client.ip, context.nowMs);
    return isNew ? { ok: true as const } : { ok: true as const, duplicate: true as const };
  },
  rawBody,
);
