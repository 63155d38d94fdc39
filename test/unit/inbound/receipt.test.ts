import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageKeyOf, publishedType } from '../../../shared/inbound/receipt.ts';

const message = (messageId?: string) => ({ messageId, eventType: 'a', payload: {} });
const request = (body: string, headers: Record<string, string> = {}) => ({
  headers,
  body: Buffer.from(body),
});

describe('messages are the same', () => {
  it('by the provider’s id, whatever their bytes', () => {
    expect(messageKeyOf(message('1'), request('a'))).toBe(messageKeyOf(message('1'), request('b')));
    expect(messageKeyOf(message('1'), request('a'))).not.toBe(messageKeyOf(message('2'), request('a')));
  });

  it('without an id by their bytes and their time', () => {
    const at = (time: string, body = 'a') =>
      messageKeyOf(message(), request(body, { 'webhook-timestamp': time }));
    expect(at('1')).toBe(at('1'));
    expect(at('1')).not.toBe(at('2'));
    expect(at('1')).not.toBe(at('1', 'b'));
    expect(messageKeyOf(message(''), request('a'))).toBe(messageKeyOf(message(), request('a')));
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

  it('has a name that events may have, whatever the provider calls it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (eventType) => {
        const type = publishedType('standard_webhooks', eventType);
        expect(type).toMatch(/^inbound\.standard_webhooks\.[a-z][a-z0-9_]*$/);
        expect(type.length).toBeLessThanOrEqual(128);
      }),
    );
  });
});
