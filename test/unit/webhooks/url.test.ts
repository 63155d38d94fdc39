import { afterEach, describe, expect, it, vi } from 'vitest';
import { allowsPrivateWebhooks, webhookUrlProblem } from '../../../shared/kernel/outbound/url.ts';
import {
  CreateWebhook,
  UpdateWebhook,
} from '../../../shared/modules/webhooks/endpoints/webhook-fields-contract.ts';

const notPublic = 'must lead to a public address, not to a local, private or reserved one';
const problems = (url: string) => [
  webhookUrlProblem(url, { allowPrivate: false }),
  webhookUrlProblem(url, { allowPrivate: true }),
];

describe('an accepted URL', () => {
  it.each([
    'https://example.com',
    'https://example.com/hooks?tenant=acme#part',
    'http://example.com:8080/',
    'HTTPS://EXAMPLE.COM/',
    'https://münchen.example/',
    'https://example.com./',
    'https://localhost.example.com',
    'https://mylocalhost',
    'https://internal.example.com',
    'https://8.8.8.8/hook',
    'https://[2606:4700::1111]:8443/',
    'https://[::ffff:8.8.8.8]/',
    'https://example.com/a%20b?q=user:password@host',
  ])('%s', (url) => {
    expect(problems(url)).toEqual([undefined, undefined]);
  });
});

describe('a refused URL', () => {
  it.each([
    ['', 'must be a valid URL'],
    ['not a url', 'must be a valid URL'],
    ['example.com/hook', 'must be a valid URL'],
    ['//example.com', 'must be a valid URL'],
    ['https://', 'must be a valid URL'],
    ['https://exa mple.com', 'must be a valid URL'],
    [' https://example.com', 'must be a valid URL'],
    ['https://example.com\n', 'must be a valid URL'],
    ['https://exam\tple.com', 'must be a valid URL'],
    ['https://example.com/\u0000', 'must be a valid URL'],
    ['https://example.com/\u00a0', 'must be a valid URL'],
    ['https:\\\\example.com', 'must be a valid URL'],
    ['https://example.com:99999', 'must be a valid URL'],
    ['https://[::1', 'must be a valid URL'],
    ['https://[fe80::1%25eth0]/', 'must be a valid URL'],
    ['https:example.com', 'must be a valid URL with a host'],
    ['https:///example.com', 'must be a valid URL with a host'],
    ['https://./', 'must be a valid URL with a host'],
    ['https://../', 'must be a valid URL with a host'],
    ['ftp://example.com', 'must begin with https:// or http://'],
    ['javascript:alert(1)', 'must begin with https:// or http://'],
    ['https://user:password@example.com', 'must not contain a user name or a password'],
    ['https://user@example.com', 'must not contain a user name or a password'],
    ['https://:password@example.com', 'must not contain a user name or a password'],
    ['http://user:password@127.0.0.1', 'must not contain a user name or a password'],
    ['https://example.com:0/hook', 'must have a port from 1 to 65535'],
  ])('%j %s', (url, problem) => {
    expect(problems(url)).toEqual([problem, problem]);
  });
});

describe('a URL with a private address, which only development allows', () => {
  it.each([
    'http://localhost',
    'http://LOCALHOST',
    'http://localhost.',
    'http://localhost..',
    'http://ⓛocalhost',
    'http://%6cocalhost',
    'http://ip6-localhost',
    'http://ip6-loopback',
    'http://broadcasthost',
    'http://app.localhost',
    'http://metadata.google.internal',
    'http://db.internal.',
    'http://printer.local',
    'http://127.0.0.1:9001',
    'http://127.1',
    'http://0x7f.1',
    'http://0x7f000001',
    'http://2130706433',
    'http://017700000001',
    'http://0177.0.0.1',
    'http://１２７.0.0.1',
    'http://127.0.0.1.',
    'http://0/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]:9001',
    'http://[::ffff:127.0.0.1]',
  ])('%s', (url) => {
    expect(problems(url)).toEqual([notPublic, undefined]);
  });
});

describe('the setting ALLOW_PRIVATE_WEBHOOKS', () => {
  afterEach(() => vi.unstubAllEnvs());

  const problemsOf = (url: string) => {
    const create = CreateWebhook.safeParse({ name: 'Orders', url, subscribedEvents: ['sales.*'] });
    return [create, UpdateWebhook.safeParse({ url })].map(
      ({ error }) => error?.issues.map(({ path }) => path.join('.')) ?? [],
    );
  };

  it('decides about the URL of a webhook on create and on update', () => {
    expect(problemsOf('ftp://example.com/')).toEqual([['url'], ['url']]);
    expect(problemsOf('http://127.0.0.1:9001/')).toEqual([['url'], ['url']]);
    expect(problemsOf('https://example.com/hooks?x=1')).toEqual([[], []]);
    vi.stubEnv('ALLOW_PRIVATE_WEBHOOKS', 'true');
    expect(problemsOf('http://127.0.0.1:9001/')).toEqual([[], []]);
    expect(problemsOf('ftp://example.com/')).toEqual([['url'], ['url']]);
  });

  it.each([
    [undefined, false],
    ['', false],
    ['false', false],
    ['1', false],
    ['true', true],
  ])('%j allows private addresses: %s', (value, allowed) => {
    vi.stubEnv('ALLOW_PRIVATE_WEBHOOKS', value);
    expect(allowsPrivateWebhooks()).toBe(allowed);
  });
});
