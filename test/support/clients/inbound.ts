/** Inbound endpoints, and messages that another implementation of Standard Webhooks signs. */
import { randomUUID } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import type { InboundEndpoint } from '../../../shared/clients/typescript/index.ts';
import type { TestCaller } from '../builders/tenants.ts';
import { bodyOf, type RequestOptions, send } from './api.ts';

export const endpointsPath = '/api/webhooks/inbound-endpoints';
export const rawSecret = 'It is a secret to everybody';

export const anEndpoint = ({ api }: Pick<TestCaller, 'api'>, overrides: object = {}) => {
  const body = { name: 'Provider', providerKey: 'standard_webhooks', ...overrides };
  return bodyOf(api.post<InboundEndpoint & { secret: string }>(endpointsPath, { body }), 201);
};

/** Sends a message to an endpoint, as its provider does. */
export const receive = (id: string, options: RequestOptions) =>
  send('POST', `/api/webhooks/inbound/${id}`, options);

export function signed(secret: string, body: string, id = `msg_${randomUUID()}`) {
  const at = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Signer(secret).sign(id, at, body),
  };
  return { body, headers };
}
