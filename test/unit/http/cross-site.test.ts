import { describe, expect, it } from 'vitest';
import { parseOrigins } from '../../../shared/kernel/base/origins.ts';
import { isCrossSite } from '../../../shared/kernel/http/authentication/cross-site.ts';

const host = 'api.example.com:8443';
const allowed = ['https://app.example.com'];
const sameSite = { 'sec-fetch-site': 'same-site' };
const crossSite = { 'sec-fetch-site': 'cross-site' };

describe('a request is cross-site', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['no browser headers: a program', {}, false],
    ['the own page', { 'sec-fetch-site': 'same-origin', origin: `https://${host}` }, false],
    ['typed or bookmarked', { 'sec-fetch-site': 'none' }, false],
    ['another site', { ...crossSite, origin: 'https://evil.example' }, true],
    ['another site that hides its origin', { ...crossSite, origin: 'null' }, true],
    ['another site without origin', crossSite, true],
    ['a sibling subdomain', { ...sameSite, origin: 'https://blog.example.com' }, true],
    ['an unknown value', { 'sec-fetch-site': 'same-planet' }, true],
    ['the header twice', { 'sec-fetch-site': 'same-origin,cross-site' }, true],
    ['an allowed origin', { ...sameSite, origin: 'https://app.example.com' }, false],
    ['an allowed origin, another port', { ...sameSite, origin: 'https://app.example.com:1' }, true],
    ['an allowed host over plain HTTP', { ...crossSite, origin: 'http://app.example.com' }, true],
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
    ...['*', 'null', 'a.example', 'https://a.example/', 'https://a.example/path'],
    ...['https://A.example', 'https://*.example'],
  ])('are not %s', (text) => {
    expect(() => parseOrigins(text)).toThrow(/CORS_ALLOWED_ORIGINS/);
  });
});
