import { describe, expect, it } from 'vitest';
import type { Exchange, Problem } from '../../../shared/kernel/outbound/send.ts';
import { judge } from '../../../shared/modules/webhooks/deliveries/delivery.ts';

const answered = (status: number, overrides: Partial<Exchange> = {}): Exchange => ({
  startedAtMs: Date.parse('2026-03-01T09:30:00.000Z'),
  durationMs: 20,
  status,
  responseHeaders: {},
  responseBody: '',
  problem: null,
  ...overrides,
});
const broken = (problem: Problem, overrides: Partial<Exchange> = {}): Exchange => ({
  ...answered(0),
  status: null,
  responseHeaders: null,
  responseBody: null,
  problem,
  ...overrides,
});

describe('an answer', () => {
  it.each([200, 201, 202, 204, 206, 299])('%d delivers', (status) => {
    expect(judge(answered(status))).toEqual({ kind: 'delivered' });
  });

  it.each([408, 429, 500, 502, 503, 504, 599, 600, 999])('%d is retried', (status) => {
    expect(judge(answered(status))).toEqual({
      kind: 'retry',
      message: `The receiver responded with status ${status}.`,
    });
  });

  it.each([400, 401, 403, 404, 405, 409, 411, 413, 422, 499])('%d expires', (status) => {
    expect(judge(answered(status))).toEqual({
      kind: 'expired',
      message: `The receiver responded with status ${status}.`,
    });
  });

  it.each([300, 301, 302, 304, 307, 308])('%d expires: redirects are not followed', (status) => {
    const message = `The receiver responded with status ${status}. Redirects are not followed.`;
    expect(judge(answered(status))).toEqual({ kind: 'expired', message });
  });

  it('410 expires and disables the webhook', () => {
    const message = 'The receiver responded with status 410.';
    expect(judge(answered(410))).toEqual({ kind: 'expired', message, disable: 'gone' });
  });

  it.each([
    [429, '120', 120],
    [503, '1.5', 2],
    [408, '0', 0],
    [500, 'Sun, 01 Mar 2026 09:31:00 GMT', 60],
  ])('%d with Retry-After %j is retried after %d seconds', (status, header, retryAfterSeconds) => {
    const exchange = answered(status, { responseHeaders: { 'retry-after': header } });
    expect(judge(exchange)).toMatchObject({ kind: 'retry', retryAfterSeconds });
  });

  it('with an invalid Retry-After is retried as planned', () => {
    expect(judge(answered(503, { responseHeaders: { 'retry-after': 'soon' } }))).not.toHaveProperty(
      'retryAfterSeconds',
    );
  });

  it.each<[number, Problem, string]>([
    [200, 'timeout', 'delivered'],
    [204, 'network', 'delivered'],
    [202, 'protocol', 'delivered'],
    [404, 'timeout', 'expired'],
    [410, 'network', 'expired'],
    [503, 'network', 'retry'],
  ])('%d decides by its head, though its body ends with the problem %s: %s', (status, problem, kind) => {
    expect(judge(answered(status, { problem }))).toMatchObject({ kind });
  });
});

describe('an exchange without a response', () => {
  it.each<[Problem, string]>([
    ['network', 'The connection was refused or broken.'],
    ['dns', 'The host could not be resolved.'],
    ['protocol', 'The response was not valid HTTP.'],
  ])('with the problem %s is retried: %s', (problem, message) => {
    expect(judge(broken(problem))).toEqual({ kind: 'retry', message });
  });

  it('that took too long is retried', () => {
    const message = 'No complete response within 1500 ms.';
    expect(judge(broken('timeout', { durationMs: 1_500 }))).toEqual({ kind: 'retry', message });
  });

  it('for an unsafe address fails permanently', () => {
    const message = 'The URL does not resolve to a public address.';
    expect(judge(broken('unsafe'))).toEqual({ kind: 'failed', message });
  });
});
