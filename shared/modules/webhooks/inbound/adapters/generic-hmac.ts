import { type InboundAdapter, NotVerifiedError, payloadOf, textIn } from '../adapter.ts';
import { isFresh, isHmac } from './signatures.ts';

const settingNames = {
  signatureHeader:
    'Header with the HMAC-SHA256 of the body, hex or base64; `x-webhook-signature` by default.',
  signaturePrefix: 'Prefix of the signature in its header, such as `sha256=`.',
  timestampHeader:
    'Header with the Unix time of sending: then `<time>.<body>` is signed, and messages older than five minutes are refused.',
  idHeader: 'Header with the id of the message; `webhook-id` by default.',
  eventTypeHeader: 'Header with the name of the event; by default the body’s `type` or `event`.',
} as const;

function signedText(body: Buffer, sentAt: string | undefined, nowSeconds: number): Buffer {
  if (sentAt === undefined) return body;
  if (!/^\d{1,15}$/.test(sentAt) || !isFresh(sentAt, nowSeconds))
    throw new NotVerifiedError('The message is too old.');
  return Buffer.concat([Buffer.from(`${sentAt}.`), body]);
}

/** Verifies messages of senders that sign their bodies with a shared secret. */
export const genericHmac: InboundAdapter = {
  providerKey: 'generic_hmac',
  title: 'HMAC-SHA256 of the body',
  subscribedEvents: ['inbound.generic_hmac.*'],
  settingNames,
  verifyWebhook({ headers, body }, { secret, settings, nowSeconds }) {
    const header = (name: string | undefined) =>
      name !== undefined && Object.hasOwn(headers, name.toLowerCase())
        ? headers[name.toLowerCase()]
        : undefined;
    const { signaturePrefix = '', timestampHeader } = settings;
    const signature = header(settings.signatureHeader ?? 'x-webhook-signature') ?? '';
    const sentAt = timestampHeader && (header(timestampHeader) ?? '');
    const signed = signedText(body, sentAt, nowSeconds);
    const isGenuine =
      signature.startsWith(signaturePrefix) &&
      isHmac(secret, signed, signature.slice(signaturePrefix.length));
    if (!isGenuine) throw new NotVerifiedError('The signature is wrong.');
    const payload = payloadOf({ headers, body });
    const type = header(settings.eventTypeHeader) || textIn(payload, 'type') || textIn(payload, 'event');
    return {
      messageId: header(settings.idHeader ?? 'webhook-id'),
      signedAt: sentAt,
      eventType: type || 'received',
      payload,
    };
  },
};
