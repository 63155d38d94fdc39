import { verifySignature } from '../../deliveries/sign.ts';
import { type InboundAdapter, jsonObject, NotVerifiedError } from '../adapter.ts';

/** The names that senders used before the standard had its own. */
const olderPrefix = 'svix-';
const names = ['id', 'timestamp', 'signature'] as const;

/** Any sender that signs as https://www.standardwebhooks.com defines it. */
export const standardWebhooks: InboundAdapter = {
  providerKey: 'standard_webhooks',
  title: 'Standard Webhooks',
  subscribedEvents: ['inbound.standard_webhooks.*'],
  verifyWebhook({ headers, body }, { secret, nowSeconds }) {
    const signed = Object.fromEntries(
      names.map((name) => [
        `webhook-${name}`,
        headers[`webhook-${name}`] ?? headers[`${olderPrefix}${name}`],
      ]),
    );
    if (!verifySignature(secret, signed, body, nowSeconds))
      throw new NotVerifiedError('The signature is wrong.');
    const payload = jsonObject(body);
    const { type } = payload;
    return {
      messageId: signed['webhook-id'],
      isIdSigned: true,
      signedAt: signed['webhook-timestamp'],
      eventType: typeof type === 'string' && type !== '' ? type : 'received',
      payload,
    };
  },
};
