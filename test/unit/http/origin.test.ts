import { describe, expect, it } from 'vitest';
import { checkOrigin, clientAddress } from '../../../shared/kernel/http/origin.ts';
import type { EndpointRequest } from '../../../shared/kernel/http/types.ts';

async function check(headers: Record<string, string>, secrets: string | undefined) {
  const event = { headers: { ...headers }, requestContext: { http: { sourceIp: '192.0.2.1' } } };
  const request = { event, internal: {} } as unknown as EndpointRequest;
  await checkOrigin({ ORIGIN_SECRETS: secrets }).before?.(request);
  return request.event;
}

describe('checkOrigin', () => {
  it.each(['new', 'old'])('accepts the %s one of two secrets', async (secret) => {
    await expect(check({ 'x-origin-secret': secret }, 'new,old')).resolves.toBeDefined();
  });

  it.each<[string, Record<string, string>, string | undefined]>([
    ['no secret', {}, 'new,old'],
    ['a wrong secret', { 'x-origin-secret': 'odd' }, 'new,old'],
    ['the whole list', { 'x-origin-secret': 'new,old' }, 'new,old'],
    ['an empty secret without a configured one', { 'x-origin-secret': '' }, ''],
    ['anything without a configured secret', { 'x-origin-secret': 'undefined' }, undefined],
  ])('refuses %s', async (_, headers, secrets) => {
    await expect(check(headers, secrets)).rejects.toMatchObject({ code: 'origin_forbidden' });
  });

  it('restores the viewer’s Authorization, host and address', async () => {
    const event = await check(
      {
        'x-origin-secret': 'new',
        authorization: 'AWS4-HMAC-SHA256 signed',
        host: 'inner.example',
        'x-viewer-authorization': 'Bearer mine',
        'x-viewer-host': 'api.example.com',
        'x-viewer-address': '203.0.113.7',
      },
      'new',
    );
    expect(event.headers).toMatchObject({ authorization: 'Bearer mine', host: 'api.example.com' });
    expect(clientAddress(event)).toBe('203.0.113.7');
  });

  it('removes an Authorization that the viewer did not send', async () => {
    const event = await check({ 'x-origin-secret': 'new', authorization: 'AWS4-HMAC-SHA256 signed' }, 'new');
    expect(event.headers).not.toHaveProperty('authorization');
  });
});
