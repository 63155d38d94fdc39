import { endpoint } from '../../shared/http/endpoint.ts';
import { rawBody } from '../../shared/http/raw-body.ts';
import { receivePaymentEvent } from '../../shared/payments/contract.ts';
import { receive } from '../../shared/payments/receive.ts';

export const handler = endpoint(
  receivePaymentEvent,
  async ({ params, query, body, client, context }) => {
    const { queued } = await receive(params.provider, query, body, client.ip, context.nowMs);
    const outcome = queued ? { queued: true as const } : { ignored: true as const };
    return { received: true as const, ...outcome };
  },
  rawBody,
);
