import { Webhook } from 'standardwebhooks';
import { type InboundAdapter, NotVerifiedError, payloadOf, textIn } from '../adapter.ts';

/** The header prefix that senders used before the standard was published. */
const olderPrefix = 'svix-';
const names = ['id', 'timestamp', 'signature'] as const;

/** Verifies messages that are signed as https://www.standardwebhooks.com defines it. */
export const standardWebhooks: InboundAdapter = {
  providerKey: 'standard_webhooks',
  title: 'Standard Webhooks',
  subscribedEvents: ['inbound.standard_webhooks.*'],
  verifyWebhook({ headers, body }, { secret }) {
    const signed = Object.fromEntries(
      names.map((name) => [
        `webhook-${name}`,
        headers[`webhook-${name}`] ?? headers[`${olderPrefix}${name}`] ?? '',
      ]),
    );
    const timestamp = signed['webhook-timestamp'] ?? '';
    // The library ignores text after the number, so the same message could be sent with several ids.
    if (String(Number.parseInt(timestamp, 10)) !== timestamp)
      throw new NotVerifiedError('The time is not a number.');
    try {
      new Webhook(secret).verify(body, signed, { jsonParse: false });
    } catch (error) {
      throw new NotVerifiedError('The signature is wrong.', { cause: error });
    }
    const payload = payloadOf({ headers, body });
    return {
      messageId: signed['webhook-id'],
      isIdSigned: true,
      signedAt: timestamp,
      eventType: textIn(payload, 'type') ?? 'received',
      payload,
    };
  },
};
