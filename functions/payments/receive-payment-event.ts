import { endpoint } from '../../shared/http/endpoint.ts';
import { rawBody } from '../../shared/http/raw-body.ts';
import { receivePaymentEvent } from '../../shared/payments/contract.ts';
import { receive } from '../../shared/payments/receive.ts';

export const handler = endpoint(
  receivePaymentEvent,
  async ({ params, body, client, context }) => {
    await receive(params.provider, body, client.ip, context.nowMs);
    return { received: true as const, queued: true as const };
  },
  rawBody,
);
