/** Most tests call handlers in their own process, which must not change the results. */
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { table } from '../../../shared/kernel/table/table.ts';
import { aRule, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf, type TestResponse } from '../../support/clients/api.ts';
import { asFunction, isInProcess, overHttp } from '../../support/clients/in-process.ts';

type Call = (caller: TestCaller) => Promise<TestResponse>;

const rulesPath = '/api/business_rules/rules';
const bearer = (key: string) => ({ 'x-api-key': '', authorization: `Bearer ${key}` });
const calls: [what: string, call: Call][] = [
  ['a write', ({ api }) => api.post(rulesPath, { body: aRule() })],
  ['a list', ({ api }) => api.get(`${rulesPath}?pageSize=5&search=block%20large`)],
  ['a refused query', ({ api }) => api.get(`${rulesPath}?pageSize=junk`)],
  ['a refused body', ({ api }) => api.post(rulesPath, { body: aRule({ priority: -1 }) })],
  ['a body that is not JSON', ({ api }) => api.post(rulesPath, { body: '{' })],
  ['an unknown id', ({ api }) => api.get(`${rulesPath}/8f0c1d4e-0000-4000-8000-000000000000`)],
  ['an unknown route', ({ api }) => api.get('/api/no/such/thing')],
  ['another method', ({ api }) => api.patch(rulesPath, { body: {} })],
  ['no credentials', ({ api }) => api.get(rulesPath, { headers: { 'x-api-key': '' } })],
  ['a bearer token', ({ api, key }) => api.get(rulesPath, { headers: bearer(key) })],
  ['a selection', ({ api, organizationId }) => api.get(`${rulesPath}?organizationId=${organizationId}`)],
  [
    'a form',
    ({ api }) =>
      api.post('/api/auth/login', {
        body: 'email=unknown%40example.com&password=wrong',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
  ],
];

/** Headers that the public host and the gateway add, or that differ in each request. */
const notCompared = [
  ...[
    'apigw-requestid',
    'connection',
    'content-length',
    'date',
    'keep-alive',
    'via',
    'x-amz-cf-id',
    'x-cache',
  ],
  ...['referrer-policy', 'strict-transport-security', 'x-content-type-options', 'x-frame-options'],
  ...['x-ratelimit-reset', 'x-request-id'],
];

/** A response without ids and times. */
function comparable({ status, headers, body }: TestResponse) {
  const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;
  const own = [...headers].filter(([name]) => !notCompared.includes(name));
  const json = JSON.stringify({ status, headers: own, body }, (name, value) =>
    name === 'requestId' ? undefined : value,
  );
  return JSON.parse(json.replaceAll(ids, '…'));
}

describe('a handler in this process', () => {
  it.each(calls)(
    'returns for %s the same as the function over HTTP, with the same AWS calls',
    async (_, call) => {
      expect(isInProcess()).toBe(true);
      const here = await call(await aTenant());
      const there = await overHttp(async () => call(await aTenant()));
      expect(comparable(here)).toEqual(comparable(there));
      const actions = async (answer: TestResponse) => (await callsOf(answer)).map(({ action }) => action);
      expect(await actions(here)).toEqual(await actions(there));
    },
  );

  it('has only the permissions of its own role', async () => {
    const { tenantId } = await aTenant();
    const { client, name } = table();
    const Item = { pk: { S: `TENANT#${tenantId}#NOTE` }, sk: { S: 'NOTE' } };
    const put = () => client.send(new PutItemCommand({ TableName: name, Item }));
    await asFunction('pm-local-rules-create-rule', put);
    await expect(asFunction('pm-local-rules-list-rules', put)).rejects.toThrow(
      /pm-local-rules-list-rules is not authorized to perform: dynamodb:PutItem/,
    );
  });
});
