import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { InvalidInputError } from '../../../shared/kernel/errors/errors.ts';
import { newSecret } from '../../../shared/modules/webhooks/deliveries/sign.ts';
import {
  type InboundRequest,
  NotVerifiedError,
  payloadOf,
} from '../../../shared/modules/webhooks/inbound/adapter.ts';
import { findAdapter, inboundAdapters } from '../../../shared/modules/webhooks/inbound/adapters.ts';

const now = new Date('2026-03-01T09:30:00.000Z');
const nowSeconds = now.getTime() / 1_000;
const whsec = newSecret();
const plain = 'It is a secret to everybody';
const hmac = (secret: string, text: string, encoding: 'hex' | 'base64' = 'hex') =>
  createHmac('sha256', secret).update(text).digest(encoding);

function verify(
  providerKey: string,
  headers: Record<string, string>,
  body: string,
  { secret = plain, settings = {} }: { secret?: string; settings?: Record<string, string> } = {},
) {
  const adapter = findAdapter(providerKey);
  if (adapter === undefined) throw new Error('no such adapter');
  const request: InboundRequest = { headers, body: Buffer.from(body) };
  return adapter.verifyWebhook(request, { secret, settings, nowSeconds });
}

const body = '{"type":"invoice.paid","id":7,"name":"Grüße"}';

describe('the adapters', () => {
  it('have unique names that are valid in events', () => {
    const keys = inboundAdapters.map(({ providerKey }) => providerKey);
    expect(keys).toEqual([...new Set(keys)]);
    for (const key of keys) expect(key).toMatch(/^[a-z][a-z0-9_]*$/);
  });
});

describe('standard_webhooks', () => {
  beforeAll(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
  afterAll(() => void vi.useRealTimers());

  const signedAt = (at: Date, signed = body) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(at.getTime() / 1_000),
    'webhook-signature': new Webhook(whsec).sign('msg_1', at, signed),
  });
  const secret = { secret: whsec };

  it('verifies the signature of bytes that are not valid UTF-8, and refuses them as such', () => {
    const bytes = Buffer.from([0x22, 0xff, 0x22]);
    const key = Buffer.from(whsec.slice('whsec_'.length), 'base64');
    const hash = createHmac('sha256', key).update(`msg_1.${nowSeconds}.`).update(bytes).digest('base64');
    const adapter = findAdapter('standard_webhooks');
    const request = { headers: { ...signedAt(now), 'webhook-signature': `v1,${hash}` }, body: bytes };
    const verifyBytes = () => adapter?.verifyWebhook(request, { ...secret, settings: {}, nowSeconds });
    expect(verifyBytes).toThrow(InvalidInputError);
  });

  it('accepts messages signed by another implementation of the standard', () => {
    expect(verify('standard_webhooks', signedAt(now), body, secret)).toEqual({
      messageId: 'msg_1',
      isIdSigned: true,
      signedAt: String(now.getTime() / 1_000),
      eventType: 'invoice.paid',
      payload: JSON.parse(body),
    });
  });

  it('accepts the header names from before the standard', () => {
    const rename = (name: string) => name.replace('webhook-', 'svix-');
    const older = Object.entries(signedAt(now)).map(([name, value]) => [rename(name), value]);
    expect(verify('standard_webhooks', Object.fromEntries(older), body, secret).messageId).toBe('msg_1');
  });

  const own = signedAt(now)['webhook-signature'];

  it.each<readonly [string, Record<string, string>]>([
    ['an old message', signedAt(new Date(now.getTime() - 301_000))],
    ['a message from the future', signedAt(new Date(now.getTime() + 301_000))],
    ['another body', signedAt(now, `${body} `)],
    ['no headers', {}],
    ['another id', { ...signedAt(now), 'webhook-id': 'msg_2' }],
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
      (name) => [`no ${name}`, { ...signedAt(now), [name]: '' }] as const,
    ),
    ...[
      ...[String(nowSeconds + 1), 'now', '-1', '0x10', '9'.repeat(400)],
      ...[`0${nowSeconds}`, ` ${nowSeconds}`, `+${nowSeconds}`],
      // Each of them would count as another message, so that one message could be repeated.
      ...[' ', '.0', '.9', 'e0', 's', ',1'].map((more) => `${nowSeconds}${more}`),
    ].map((time) => [`the time ${time}`, { ...signedAt(now), 'webhook-timestamp': time }] as const),
    ...Object.entries({
      'of another version': own.replace('v1,', 'v2,'),
      'without a version': own.slice('v1,'.length),
      'cut short': own.slice(0, -1),
      'with other text after it': `${own}A`,
      'in another encoding of base64': own.replace(/=$/, ''),
      'after a comma': `v1,AAAA,${own}`,
    }).map(([how, text]) => [`a signature ${how}`, { ...signedAt(now), 'webhook-signature': text }] as const),
  ])('refuses %s', (_, headers) => {
    expect(() => verify('standard_webhooks', headers, body, secret)).toThrow(NotVerifiedError);
  });

  it.each([-300, 0, 300])('accepts a message that is %d seconds from now', (seconds) => {
    const headers = signedAt(new Date(now.getTime() + seconds * 1_000));
    expect(verify('standard_webhooks', headers, body, secret).eventType).toBe('invoice.paid');
  });

  it('finds the signature among others', () => {
    for (const list of [`v1,AAAA ${own}`, `${own} v1,AAAA`, `v1a,xyz ${own} v2,${own.slice(3)}`]) {
      const headers = { ...signedAt(now), 'webhook-signature': list };
      expect(verify('standard_webhooks', headers, body, secret).messageId).toBe('msg_1');
    }
  });

  it.each(['whsec_', 'whsec_=', 'whsec_!!!!'])('refuses every message with the secret %j', (empty) => {
    const verifying = () => verify('standard_webhooks', signedAt(now), body, { secret: empty });
    expect(verifying).toThrow(NotVerifiedError);
  });

  it('accepts every secret that an endpoint can have', () => {
    // Without padding, and with an invalid length.
    for (const base64 of ['AAAAAAAAAAA', 'AAAAAAAAAAAA', 'AAAAAAAAAAAAA', 'AAAAAAAAAAAA==']) {
      const given = `whsec_${base64}`;
      const key = Buffer.from(base64, 'base64');
      const v1 = createHmac('sha256', key).update(`msg_1.${nowSeconds}.${body}`).digest('base64');
      const headers = { ...signedAt(now), 'webhook-signature': `v1,${v1}` };
      expect(verify('standard_webhooks', headers, body, { secret: given }).messageId, given).toBe('msg_1');
    }
  });
});

describe('github', () => {
  const delivery = '72d3162e-cc78-11e3-81ab-4c9367dc0958';
  const headers = (signed: string, secret = plain) => ({
    'x-hub-signature-256': `sha256=${hmac(secret, signed)}`,
    'x-github-event': 'pull_request',
    'x-github-delivery': delivery,
  });

  it('accepts the signature in GitHub’s documentation', () => {
    const hex = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    const documented = { 'x-hub-signature-256': `sha256=${hex}` };
    // The documented text is not JSON: the error distinguishes a valid signature from a wrong one.
    const secret = { secret: "It's a Secret to Everybody" };
    expect(() => verify('github', documented, 'Hello, World!', secret)).toThrow('not valid JSON');
    expect(() => verify('github', documented, 'Hello, World?', secret)).toThrow('signature');
  });

  it('names the event with its action', () => {
    const opened = '{"action":"opened","number":7}';
    const message = { messageId: delivery, eventType: 'pull_request.opened' };
    expect(verify('github', headers(opened), opened)).toMatchObject(message);
    expect(verify('github', headers('{}'), '{}').eventType).toBe('pull_request');
  });

  it.each([
    ['another secret', headers('{}', 'other')],
    ['another body', headers('{"a":1}')],
    ['a signature without its prefix', { 'x-hub-signature-256': hmac(plain, '{}') }],
    ['the old SHA-1 signature', { 'x-hub-signature': 'sha1=123' }],
    ['no signature', {}],
  ])('refuses %s', (_, given) => {
    expect(() => verify('github', given, '{}')).toThrow(NotVerifiedError);
  });
});

describe('generic_hmac', () => {
  it.each(['hex', 'base64'] as const)('reads the signature from %s', (encoding) => {
    const signature = hmac(plain, body, encoding);
    expect(verify('generic_hmac', { 'x-webhook-signature': signature, 'webhook-id': '1' }, body)).toEqual({
      messageId: '1',
      eventType: 'invoice.paid',
      payload: JSON.parse(body),
    });
  });

  it('reads the configured header', () => {
    const settings = {
      ...{ signatureHeader: 'X-Sign', signaturePrefix: 'v0=', timestampHeader: 'X-Time' },
      ...{ idHeader: 'X-Id', eventTypeHeader: 'X-Event' },
    };
    const signature = `v0=${hmac(plain, `${nowSeconds}.${body}`)}`;
    const headers = { 'x-sign': signature, 'x-time': String(nowSeconds), 'x-id': '42', 'x-event': 'paid' };
    const message = { messageId: '42', eventType: 'paid' };
    expect(verify('generic_hmac', headers, body, { settings })).toMatchObject(message);
    const old = { ...headers, 'x-time': String(nowSeconds - 301) };
    expect(() => verify('generic_hmac', old, body, { settings })).toThrow('too old');
    const { 'x-time': _, ...untimed } = headers;
    expect(() => verify('generic_hmac', untimed, body, { settings })).toThrow(NotVerifiedError);
  });

  it.each([
    ['another secret', hmac('other', body)],
    ['nothing', ''],
    ['a part of the signature', hmac(plain, body).slice(0, 62)],
  ])('refuses %s', (_, signature) => {
    const headers = { 'x-webhook-signature': signature };
    expect(() => verify('generic_hmac', headers, body)).toThrow(NotVerifiedError);
  });
});

describe('the payload of a verified message', () => {
  const form = 'application/x-www-form-urlencoded';
  const opened = encodeURIComponent('{"action":"opened","who":"ü"}');
  it.each<[string, string, unknown]>([
    ['application/json', '{"a":1}', { a: 1 }],
    ['application/json', '[{"a":1}]', [{ a: 1 }]],
    ['application/json', '"text"', 'text'],
    ['application/json', '\uFEFF{"a":1}', { a: 1 }],
    ['application/json', '', null],
    ['', ' ', null],
    ['text/plain', '{"a":1}', { a: 1 }],
    [form, `payload=${opened}`, { action: 'opened', who: 'ü' }],
    [`${form.toUpperCase()} ; charset=utf-8`, `a=b&payload=${opened}`, { action: 'opened', who: 'ü' }],
  ])('of %j %j is %j', (contentType, body, expected) => {
    const request = { headers: { 'content-type': contentType }, body: Buffer.from(body) };
    expect(payloadOf(request)).toEqual(expected);
  });

  it.each(['%FF', '%C3', '%ED%A0%80'])('of a form with %s, which is not UTF-8, is refused', (bytes) => {
    const body = Buffer.from(`payload=%7B%22who%22%3A%22${bytes}%22%7D`);
    expect(() => payloadOf({ headers: { 'content-type': form }, body })).toThrow(InvalidInputError);
  });
});
