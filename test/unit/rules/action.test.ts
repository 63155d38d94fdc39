import { describe, expect, it } from 'vitest';
import {
  actionsProblem,
  actionTypeNames,
  findActionProblem,
} from '../../../shared/modules/rules/execution/action.ts';
import { nestedGroups } from '../../support/builders/rules.ts';

/** The smallest valid configuration of every type. */
const smallest: Record<string, Record<string, unknown>> = {
  ALLOW_TRANSITION: {},
  BLOCK_TRANSITION: {},
  LOG: { message: 'm' },
  SHOW_ERROR: { message: 'm' },
  SHOW_WARNING: { message: 'm' },
  SHOW_INFO: { message: 'm' },
  NOTIFY: { recipients: 'a@example.com', message: 'm' },
  SET_FIELD: { field: 'status', value: 'new' },
  CALL_WEBHOOK: { url: 'https://example.com/hook' },
  EMIT_EVENT: { eventName: 'sales.order.checked' },
};
const required = Object.entries(smallest).flatMap(([type, config]) =>
  Object.keys(config).map((key) => [type, key] as const),
);

describe('a valid action', () => {
  it.each(actionTypeNames)('%s with its required keys', (type) => {
    expect(findActionProblem({ type, config: smallest[type] })).toBeUndefined();
  });

  it.each(['ALLOW_TRANSITION', 'BLOCK_TRANSITION'])('%s without config', (type) => {
    expect(findActionProblem({ type })).toBeUndefined();
  });

  it.each<[string, Record<string, unknown>]>([
    ['LOG', { message: 'm', level: 'error' }],
    ['LOG', { message: 'm', level: null }],
    ['NOTIFY', { recipients: ['a@example.com', 'b@example.com'], message: 'm', subject: 's', template: 't' }],
    ['NOTIFY', { recipients: 'a@example.com, b@example.com', message: 'm' }],
    ['SET_FIELD', { field: 'open', value: false }],
    ['SET_FIELD', { field: 'count', value: 0 }],
    ['SET_FIELD', { field: 'note', value: '' }],
    ['SET_FIELD', { field: 'note', value: null }],
    ['SET_FIELD', { field: 'total', value: '{{order.total}}' }],
    ['CALL_WEBHOOK', { url: '{{hook}}', method: 'patch', headers: { a: 'b' }, body: '{{total}}' }],
    ['CALL_WEBHOOK', { url: 'https://example.com', method: null, payload: { any: ['thing'] } }],
    ['CALL_WEBHOOK', { webhookId: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10', body: { a: 1 } }],
    ['CALL_WEBHOOK', { webhookId: '{{data.webhookId}}', url: '' }],
    ['CALL_WEBHOOK', { url: 'https://x.com', headers: '{{data.headers}}' }],
    ['CALL_WEBHOOK', { url: 'https://x.com', headers: { 'Content-Type': 'text/xml', n: 5, t: '{{é}}' } }],
    ['EMIT_EVENT', { event: 'sales.order.checked', payload: { total: '{{total}}' } }],
    ['SHOW_INFO', { message: 'm', keysOfYourOwn: { are: 'kept' } }],
  ])('%s with %j', (type, config) => {
    expect(findActionProblem({ type, config })).toBeUndefined();
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['a header of any size', 'CALL_WEBHOOK', { url: 'https://x.com', headers: { account: 2n ** 64n } }],
    ['a config of any depth', 'SET_FIELD', { field: 'a', value: nestedGroups(9_000) }],
  ])('with %s', (_, type, config) => {
    expect(findActionProblem({ type, config })).toBeUndefined();
  });
});

describe('an invalid action', () => {
  it.each(required)('%s without config.%s', (type, key) => {
    const { [key]: _, ...rest } = smallest[type] ?? {};
    expect(findActionProblem({ type, config: rest })).toMatch(new RegExp(`^${type} needs config\\.${key}`));
  });

  it.each(required.filter(([, key]) => key !== 'value'))(
    '%s with a config.%s without a text',
    (type, key) => {
      const problem = (value: unknown) =>
        findActionProblem({ type, config: { ...smallest[type], [key]: value } });
      for (const blank of ['', '  ', null]) expect(problem(blank)).toContain(`needs config.${key}`);
      for (const other of [5, true, {}]) expect(problem(other)).toContain(`config.${key} must be a`);
    },
  );

  it.each<[unknown, RegExp]>([
    [null, /must be an object/],
    ['LOG', /must be an object/],
    [[], /must be an object/],
    [{}, /unknown action type undefined.*EMIT_EVENT/],
    [{ type: 'EXPLODE' }, /unknown action type "EXPLODE"/],
    [{ type: 'log', config: smallest.LOG }, /unknown action type "log"/],
    [{ type: '__proto__' }, /unknown action type/],
    [{ type: 5 }, /unknown action type 5/],
    [{ type: 'ALLOW_TRANSITION', config: null }, /config must be an object/],
    [{ type: 'ALLOW_TRANSITION', config: [] }, /config must be an object/],
    [{ type: 'LOG', config: { message: 'm', level: 3 } }, /config.level must be a text/],
    [{ type: 'BLOCK_TRANSITION', config: { message: 5 } }, /config.message must be a text/],
    [{ type: 'CALL_WEBHOOK', config: { url: 'u', method: 'TRACE' } }, /config.method must be one of GET/],
    [{ type: 'CALL_WEBHOOK', config: { url: 'u', method: ['GET'] } }, /config.method must be/],
    ...(
      [
        [{ url: 'localhost:3000' }, /config.url must begin with https/],
        [{ url: 'https://192.168.0.1/' }, /config.url must lead to a public address/],
        [{ url: `https://x.com/${'x'.repeat(2_048)}` }, /config.url must have at most 2048/],
        [{ url: 'https://x.com', headers: 'a: b' }, /config.headers must be an object/],
        [{ url: 'https://x.com', headers: { a: {} } }, /config.headers.a must be a text/],
        [{ url: 'https://x.com', headers: { Host: 'y.com' } }, /config.headers.Host is reserved/],
        [{ url: 'https://x.com', headers: { 'a b': 'c' } }, /config.headers.a b is not a valid/],
        [{ url: 'https://x.com', headers: { 'content-type': '' } }, /config.headers.content-type must be/],
        [{ webhookId: 'W-1' }, /config.webhookId must be the id of a webhook/],
        [{ webhookId: '{{x}}', url: 'https://x.com' }, /config.url must not be combined with/],
      ] as const
    ).map(([config, message]): [unknown, RegExp] => [{ type: 'CALL_WEBHOOK', config }, message]),
    [{ type: 'NOTIFY', config: { message: 'm', recipients: [] } }, /config.recipients/],
    [{ type: 'NOTIFY', config: { message: 'm', recipients: [5] } }, /config.recipients/],
    [{ type: 'NOTIFY', config: { message: 'm', recipients: [''] } }, /config.recipients/],
    [{ type: 'NOTIFY', config: { message: 'm', recipients: ' , ' } }, /config.recipients/],
    [{ type: 'EMIT_EVENT', config: {} }, /config.eventName or config.event/],
  ])('%j', (action, message) => {
    expect(findActionProblem(action)).toMatch(message);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('with the key %s anywhere', (key) => {
    const config = JSON.parse(`{"field":"a","value":[{"${key}":1}]}`);
    expect(findActionProblem({ type: 'SET_FIELD', config })).toMatch(/may not be used as a key/);
  });
});

describe('a list of actions', () => {
  const log = { type: 'LOG', config: { message: 'm' } };

  it.each([[[]], [[log]], [[log, log]]])('%j is valid', (actions) => {
    expect(actionsProblem(actions)).toBeUndefined();
  });

  it('is refused with the position of its first invalid action', () => {
    expect(actionsProblem([log, { type: 'X' }, { type: 'Y' }])).toMatch(/^\[1\]: unknown action type "X"/);
  });

  it.each([{}, 'LOG', 5, log])('%j is invalid', (actions) => {
    expect(actionsProblem(actions)).toBe('must be an array of actions or null');
  });
});
