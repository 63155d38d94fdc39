import { describe, expect, it } from 'vitest';
import { parseOrigins } from '../../../shared/kernel/base/origins.ts';
import { isCrossSite } from '../../../shared/kernel/http/authentication/cross-site.ts';

const host = 'api.example.com:8443';
const allowed = ['https://app.example.com'];

describe('a request is cross-site', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['no browser headers: a program', {}, false],
    ['the own page', { 'sec-fetch-site': 'same-origin', origin: `https://${host}` }, false],
    ['typed or bookmarked', { 'sec-fetch-site': 'none' }, false],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, true],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }, true],
    ['another site without origin', { 'sec-fetch-site': 'cross-site' }, true],
    ['a sibling subdomain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.example.com' }, true],
    ['an unknown value', { 'sec-fetch-site': 'same-planet' }, true],
    ['the header twice', { 'sec-fetch-site': 'same-origin,cross-site' }, true],
    ['an allowed origin', { 'sec-fetch-site': 'same-site', origin: 'https://app.example.com' }, false],
    [
      'an allowed origin on another port',
      { 'sec-fetch-site': 'same-site', origin: 'https://app.example.com:1' },
      true,
    ],
    [
      'an allowed host over plain HTTP',
      { 'sec-fetch-site': 'cross-site', origin: 'http://app.example.com' },
      true,
    ],
    ['old browser, the own page', { origin: `https://${host}` }, false],
    ['old browser, the own page before TLS', { origin: `http://${host}` }, false],
    ['old browser, another site', { origin: 'https://evil.example' }, true],
    ['old browser, the own host on another port', { origin: 'https://api.example.com' }, true],
    ['old browser, a host with the same prefix', { origin: `https://${host}.evil.example` }, true],
    ['old browser, hidden origin', { origin: 'null' }, true],
    ['old browser, no URL', { origin: host }, true],
    ['old browser, allowed origin', { origin: 'https://app.example.com' }, false],
    ['empty headers', { 'sec-fetch-site': '', origin: '' }, false],
  ])('%s', (_, headers, expected) => {
    expect(isCrossSite({ headers: { host, ...headers } }, allowed)).toBe(expected);
  });
});

describe('allowed origins', () => {
  it('are separated by commas', () => {
    expect(parseOrigins('')).toEqual([]);
    expect(parseOrigins(' https://a.example , http://localhost:3000,,https://a.example')).toEqual([
      'https://a.example',
      'http://localhost:3000',
    ]);
  });

  it.each([
    '*',
    'a.example',
    'https://a.example/',
    'https://a.example/path',
    'https://A.example',
    'null',
    'https://*.example',
  ])('are not %s', (text) => {
    expect(() => parseOrigins(text)).toThrow(/CORS_ALLOWED_ORIGINS/);
  });
});
