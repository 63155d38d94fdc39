import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { hashApiKey } from '../../../shared/kernel/auth/api-key.ts';
import { windowsAt } from '../../../shared/kernel/auth/rate-window.ts';
import { callerKey } from '../../../shared/kernel/table/keys.ts';
import { table } from '../../../shared/kernel/table/table.ts';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aSession, aUser } from '../../support/builders/users.ts';
import { apiFor, callsOf, send, type TestResponse } from '../../support/clients/api.ts';

const list = ({ api }: TestCaller) => api.get('/api/business_rules/rules');
const limitOf = ({ headers }: TestResponse) => headers.get('x-ratelimit-limit');
const remainingOf = ({ headers }: TestResponse) => Number(headers.get('x-ratelimit-remaining'));

/** A clock minute may end during a test, which resets its count. Then the test starts again, once. */
async function withinOneMinute<T>(attempt: () => Promise<T>): Promise<T> {
  const minute = () => Math.floor(Date.now() / 60_000);
  for (;;) {
    const before = minute();
    const result = await attempt();
    if (minute() === before) return result;
  }
}

describe('rate limits of a key', () => {
  it('return 429 with Retry-After beyond the limit, at the cost of one DynamoDB request', async () => {
    const refused = await withinOneMinute(async () => {
      const caller = await aTenant({ perMinute: 2, perHour: 100 });
      await list(caller);
      await list(caller);
      return list(caller);
    });
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'rate_limited' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(remainingOf(refused)).toBe(0);
    expect(await callsOf(refused)).toHaveLength(1);
  });

  it('are at most 500 requests a second, also if the key allows more', async () => {
    const caller = await aTenant({ perMinute: 1_000_000, perHour: 1_000_000 });
    const refused = await withinOneMinute(async () => {
      await updateItem({
        Key: callerKey(hashApiKey(caller.key)),
        UpdateExpression: 'SET #minute = :count',
        ExpressionAttributeNames: { '#minute': windowsAt(Date.now()).minute },
        ExpressionAttributeValues: { ':count': 60 * 500 },
      });
      return list(caller);
    });
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect([limitOf(refused), remainingOf(refused)]).toEqual(['500', 0]);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await callsOf(refused)).toHaveLength(1);
  });

  it('are counted before rights are checked, and cost one DynamoDB request for refused callers', async () => {
    const caller = await aTenant({ features: [] });
    const forbidden = await list(caller);
    expect(forbidden.status).toBe(403);
    expect(limitOf(forbidden)).not.toBeNull();
    expect(await callsOf(forbidden)).toHaveLength(1);
  });

  it('cost nothing for requests without credentials', async () => {
    const answer = await send('GET', '/api/business_rules/rules');
    expect([answer.status, await callsOf(answer)]).toEqual([401, []]);
  });
});

describe('rate limits of a user', () => {
  it('count the requests of all sessions of the user, and of no other', async () => {
    const home = await aTenant();
    const [user, other] = [await aUser(home), await aUser(home)];
    const tokens = await Promise.all([user, user, other].map((one) => aSession(one)));
    const [first, second, others] = await withinOneMinute(() =>
      Promise.all(tokens.map(({ token }) => apiFor(token).get('/api/business_rules/rules'))),
    );
    const remaining = [first, second].map((answer) => (answer ? remainingOf(answer) : 0));
    expect(remaining.toSorted()).toEqual([598, 599]);
    expect([others && limitOf(others), others && remainingOf(others)]).toEqual(['600', 599]);
  });

  it('return 429 with Retry-After beyond the limit', async () => {
    vi.stubEnv('RATE_LIMIT_USER_PER_MINUTE', '1');
    const { token } = await aSession(await aUser(await aTenant()));
    const refused = await withinOneMinute(async () => {
      await apiFor(token).get('/api/business_rules/rules');
      return apiFor(token).get('/api/business_rules/rules');
    });
    vi.unstubAllEnvs();
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect([limitOf(refused), remainingOf(refused)]).toEqual(['1', 0]);
  });
});

describe('the counters on a key’s item', () => {
  it('of past windows are removed, so that the item stays small', async () => {
    const caller = await aTenant();
    const Key = callerKey(hashApiKey(caller.key));
    const { client, name } = table();
    // Old windows, as a key leaves them after a day of use.
    const stale = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`m${1_000 + index}`, 7]));
    const { Item } = await client.send(new GetCommand({ TableName: name, Key }));
    await client.send(new PutCommand({ TableName: name, Item: { ...Item, ...stale } }));

    await list(caller);

    const { Item: after = {} } = await client.send(new GetCommand({ TableName: name, Key }));
    const counters = Object.keys(after).filter((attribute) => /^[mh]\d+$/.test(attribute));
    expect(counters.length).toBeLessThanOrEqual(3);
  });
});
