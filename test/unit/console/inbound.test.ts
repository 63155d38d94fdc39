import { describe, expect, it } from 'vitest';
import {
  createBodyOf,
  formOf,
  newEndpoint,
  updateBodyOf,
} from '../../../lib/console/inbound/endpoint-fields.ts';
import { hasEventHeader, isSecretOf, signedHeaders } from '../../../lib/console/inbound/sign-message.ts';
import { findAdapter } from '../../../shared/modules/webhooks/inbound/adapters.ts';

/** Endpoints refuse what is older than five minutes. */
const sentAtSeconds = Math.floor(Date.now() / 1_000);

const allSettings = {
  signatureHeader: 'x-signature',
  signaturePrefix: 'v0=',
  timestampHeader: 'x-sent-at',
  idHeader: 'x-message',
  eventTypeHeader: 'x-event',
};

describe('a test message', () => {
  it.each([
    ['standard_webhooks', {}, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'invoice.paid'],
    ['github', {}, 'a secret of GitHub', 'push'],
    ['generic_hmac', {}, 'a shared secret', 'invoice.paid'],
    ['generic_hmac', allSettings, 'a shared secret', 'push'],
  ] as const)(
    'of %s with the settings %j is verified by the endpoint',
    async (providerKey, settings, secret, event) => {
      const body = JSON.stringify({ type: 'invoice.paid', number: 1001 });
      const message = { id: 'test_1', eventType: 'push', body, sentAtSeconds };
      const headers = await signedHeaders({ providerKey, settings }, secret, message);
      const context = { secret, settings, nowSeconds: sentAtSeconds };
      const verified = findAdapter(providerKey)?.verifyWebhook({ headers, body: Buffer.from(body) }, context);
      expect(verified).toMatchObject({ messageId: 'test_1', eventType: event });
      expect(hasEventHeader({ providerKey, settings })).toBe(event === 'push');
      expect(isSecretOf({ providerKey }, secret)).toBe(true);
      const forged = Buffer.from(body.replace('1001', '1002'));
      expect(() => findAdapter(providerKey)?.verifyWebhook({ headers, body: forged }, context)).toThrow();
    },
  );
});

it.each([
  ['standard_webhooks', 'not-base64'],
  ['standard_webhooks', 'whsec_'],
  ['github', ''],
] as const)('a test message of %s is not signed with %j', (providerKey, secret) => {
  expect(isSecretOf({ providerKey }, secret)).toBe(false);
});

describe('the form of an endpoint', () => {
  it('sends the settings that were entered, and a secret only when there is one', () => {
    const form = { ...newEndpoint, name: 'Shop', provider: 'generic_hmac', secret: ' ' };
    const settings = { ...form.settings, signatureHeader: ' x-signature ' };
    expect(createBodyOf({ ...form, settings })).toEqual({
      name: 'Shop',
      description: null,
      providerKey: 'generic_hmac',
      settings: { signatureHeader: 'x-signature' },
    });
  });

  it('leaves out the settings of a provider that was chosen before', () => {
    const settings = { ...newEndpoint.settings, signatureHeader: 'x-signature' };
    expect(createBodyOf({ ...newEndpoint, provider: 'github', settings }).settings).toEqual({});
  });

  it('keeps the settings of an adapter that a team added', () => {
    const id = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
    const at = '2026-03-01T09:30:00.000Z';
    const body = { name: 'Carrier', description: null, settings: { region: 'eu: west' }, isActive: false };
    const rest = {
      id,
      providerKey: 'carrier',
      path: `/api/webhooks/inbound/${id}`,
      createdAt: at,
      updatedAt: at,
    };
    expect(updateBodyOf(formOf({ ...body, ...rest }))).toEqual(body);
  });
});
