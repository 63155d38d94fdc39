import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { rawBody } from '../../shared/kernel/http/raw-body.ts';
import { receive } from '../../shared/modules/payments/events/receive.ts';
import { receivePaymentEvent } from '../../shared/modules/payments/providers/provider-contract.ts';

export const handler = endpoint(
  receivePaymentEvent,
  async ({ params, query, body, client, context }) => {
    const { queued } = await receive(params.provider, query, body, client.ip, context.nowMs);
    const outcome = queued ? { queued: true as const } : { ignored: true as const };
    return { received: true as const, ...outcome };
  },
  rawBody,
);
