import { type InboundAdapter, NotVerifiedError, payloadOf, textIn } from '../adapter.ts';
import { isHmac } from './signatures.ts';

const prefix = 'sha256=';

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
export const github: InboundAdapter = {
  providerKey: 'github',
  title: 'GitHub',
  subscribedEvents: ['inbound.github.*'],
  verifyWebhook({ headers, body }, { secret }) {
    const signature = headers['x-hub-signature-256'] ?? '';
    const isGenuine = signature.startsWith(prefix) && isHmac(secret, body, signature.slice(prefix.length));
    if (!isGenuine) throw new NotVerifiedError('The signature is wrong.');
    const payload = payloadOf({ headers, body });
    const event = headers['x-github-event'] ?? 'received';
    const action = textIn(payload, 'action');
    return {
      messageId: headers['x-github-delivery'],
      // `pull_request` alone is too general for subscriptions.
      eventType: action === undefined ? event : `${event}.${action}`,
      payload,
    };
  },
};
