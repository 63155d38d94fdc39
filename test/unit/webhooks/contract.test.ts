import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import {
  CreateWebhook,
  UpdateWebhook,
} from '../../../shared/modules/webhooks/endpoints/webhook-fields-contract.ts';

const problemsOf = (schema: z.core.$ZodType, value: unknown): (string | undefined)[] =>
  z.safeParse(schema, value).error?.issues.map(({ path }) => path.join('.')) ?? [];
const create = (url: string) =>
  problemsOf(CreateWebhook, { name: 'Orders', url, subscribedEvents: ['sales.*'] });
const update = (url: string) => problemsOf(UpdateWebhook, { url });

const hostile = ['ftp://example.com/', 'file:///etc/passwd', 'https://user:pass@example.com/', 'not a URL'];
const inside = [
  'http://127.0.0.1:9001/',
  'http://10.0.0.1/',
  'http://[::1]:9001/',
  'http://localhost/',
  'http://169.254.169.254/latest/meta-data',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://metadata.google.internal/',
  'http://[::ffff:10.0.0.1]/',
];

afterEach(() => vi.unstubAllEnvs());

describe('the URL of a webhook', () => {
  it.each([...hostile, ...inside])('is refused on create and on update: %s', (url) => {
    expect([create(url), update(url)]).toEqual([['url'], ['url']]);
  });

  it.each(['https://example.com/hooks?x=1', 'http://example.com:8080/', 'https://8.8.8.8/'])(
    'is accepted: %s',
    (url) => {
      expect([create(url), update(url)]).toEqual([[], []]);
    },
  );

  it('can be private if the deployment allows it, but never dangerous', () => {
    vi.stubEnv('ALLOW_PRIVATE_WEBHOOKS', 'true');
    expect(inside.flatMap((url) => [...create(url), ...update(url)])).toEqual([]);
    expect(hostile.flatMap(create)).toHaveLength(hostile.length);
  });
});
