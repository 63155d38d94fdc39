import { isEqualInConstantTime } from '../../../../kernel/base/constant-time.ts';
import { signatures } from '../../deliveries/sign.ts';
import { type InboundAdapter, NotVerifiedError, payloadOf, textIn } from '../adapter.ts';
import { isFresh } from './signatures.ts';

/** The header prefix that senders used before the standard was published. */
const olderPrefix = 'svix-';

/** Whether one of the signatures is that of the secret. The bytes are signed, also if they are no text. */
function isSigned(given: string, secret: string, id: string, timestamp: number, body: Buffer): boolean {
  try {
    const expected = signatures([secret], id, timestamp, body);
    return given.split(' ').some((one) => isEqualInConstantTime(one, expected));
  } catch (error) {
    // The secret is empty.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Verifies messages that are signed as https://www.standardwebhooks.com defines it. */
export const standardWebhooks: InboundAdapter = {
  providerKey: 'standard_webhooks',
  title: 'Standard Webhooks',
  subscribedEvents: ['inbound.standard_webhooks.*'],
  verifyWebhook({ headers, body }, { secret, nowSeconds }) {
    const header = (name: string) => headers[`webhook-${name}`] ?? headers[`${olderPrefix}${name}`] ?? '';
    const [messageId, signedAt] = [header('id'), header('timestamp')];
    const timestamp = Number.parseInt(signedAt, 10);
    // Another form of the number would not be signed, so the same message could be sent with several times.
    if (String(timestamp) !== signedAt) throw new NotVerifiedError('The time is not a number.');
    if (!isFresh(signedAt, nowSeconds)) throw new NotVerifiedError('The time is too far from now.');
    if (messageId === '' || !isSigned(header('signature'), secret, messageId, timestamp, body))
      throw new NotVerifiedError('The signature is wrong.');
    const payload = payloadOf({ headers, body });
    return {
      messageId,
      isIdSigned: true,
      signedAt,
      eventType: textIn(payload, 'type') ?? 'received',
      payload,
    };
  },
};
