import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageKeysOf, publishedType } from '../../../shared/modules/webhooks/inbound/receipt.ts';

const message = (messageId?: string, more: { isIdSigned?: boolean; signedAt?: string } = {}) => ({
  ...{ messageId, eventType: 'a', payload: {} },
  ...more,
});
const keysOf = (body: string, ...given: Parameters<typeof message>) =>
  messageKeysOf(message(...given), { body: Buffer.from(body) });

describe('messages are deduplicated', () => {
  it('by a signed id, with any bytes', () => {
    const signed = { isIdSigned: true };
    expect(keysOf('a', '1', signed)).toEqual(keysOf('b', '1', signed));
    expect(keysOf('a', '1', signed)).not.toEqual(keysOf('a', '2', signed));
    expect(keysOf('a', '1', signed)).not.toHaveProperty('bytesKey');
  });

  it('by an unsigned id, and by the same bytes under another one', () => {
    const [first, replayed, other] = [keysOf('a', '1'), keysOf('a', '2'), keysOf('b', '1')];
    expect(replayed.messageKey).not.toBe(first.messageKey);
    expect(replayed.bytesKey).toBe(first.bytesKey);
    expect(other.messageKey).toBe(first.messageKey);
    expect(other.bytesKey).not.toBe(first.bytesKey);
  });

  it('without an id by their bytes and the signed time', () => {
    const at = (signedAt: string, body = 'a') => keysOf(body, undefined, { signedAt }).messageKey;
    expect(at('1')).toBe(at('1'));
    expect(at('1')).not.toBe(at('2'));
    expect(at('1')).not.toBe(at('1', 'b'));
    expect(keysOf('a', '')).toEqual(keysOf('a'));
    expect(keysOf('a').bytesKey).toBe(keysOf('a', '1').bytesKey);
  });
});

describe('the event of a message', () => {
  it.each([
    ['github', 'pull_request.opened', 'inbound.github.pull_request_opened'],
    ['generic_hmac', 'Invoice Paid!', 'inbound.generic_hmac.invoice_paid'],
    ['generic_hmac', '2fa', 'inbound.generic_hmac.event_2fa'],
    ['generic_hmac', '', 'inbound.generic_hmac.event_'],
  ])('of %s named %s is %s', (providerKey, eventType, type) => {
    expect(publishedType(providerKey, eventType)).toBe(type);
  });

  it('has a valid event type, for any name of the provider', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (eventType) => {
        const type = publishedType('standard_webhooks', eventType);
        expect(type).toMatch(/^inbound\.standard_webhooks\.[a-z][a-z0-9_]*$/);
        expect(type.length).toBeLessThanOrEqual(128);
      }),
    );
  });
});
