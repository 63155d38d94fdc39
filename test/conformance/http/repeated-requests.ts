import { expect } from 'vitest';
import { aRule } from '../../support/builders/tenants.ts';
import type { Api } from '../../support/clients/api.ts';
import { casesOf } from '../support/conformance.ts';
import { aCaller, aKey, unique } from '../support/stage.ts';

const { proves } = casesOf('http');

const rules = '/api/business_rules/rules';
const records = '/api/entities/records';

const newRule = () => aRule({ ruleId: unique('R') });

const createWith = (api: Api, key: string, body: object, path = rules) =>
  api.post<{ id: string; code?: string }>(path, { body, headers: { 'idempotency-key': key } });

proves('key-owner', async () => {
  const caller = await aCaller();
  const { api } = await aKey(caller);
  const [key, body] = [unique('key'), newRule()];
  const first = await createWith(caller.api, key, body);
  const others = [
    await createWith(api, key, newRule()),
    await createWith((await aCaller()).api, key, newRule()),
    await createWith(
      caller.api,
      key,
      { setId: unique('SET'), setName: 'Checks' },
      '/api/business_rules/sets',
    ),
  ];
  expect([first, ...others].map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set([first, ...others].map((answer) => answer.body.id)).size).toBe(4);
});

proves('key-parallel', async () => {
  const { api } = await aCaller();
  const [key, body] = [unique('key'), newRule()];
  const answers = await Promise.all([1, 2, 3, 4].map(() => createWith(api, key, body)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  const marks = answers.filter(({ headers }) => headers.has('idempotent-replayed'));
  expect(marks).toHaveLength(3);
});

proves('key-equal', async () => {
  const { api, organizationId } = await aCaller();
  const [key, { ruleName, ...rest }] = [unique('key'), newRule()];
  const first = await createWith(api, key, { ruleName, ...rest });
  const again = await createWith(api, key, { ...rest, description: null, ruleName });
  expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  const [record, other] = [{ entityType: 'sales.order' }, unique('key')];
  const made = await createWith(api, other, { ...record, organizationId, unknown: 1 }, records);
  expect((await createWith(api, other, record, records)).body.id).toBe(made.body.id);
});

proves('key-current', async () => {
  const { api } = await aCaller();
  const [key, body] = [unique('key'), newRule()];
  const { id } = (await createWith(api, key, body)).body;
  await api.put(rules, { body: { id, priority: 77 } });
  expect((await createWith(api, key, body)).body).toMatchObject({ id, priority: 77 });
  await api.delete(`${rules}?id=${id}`);
  expect((await createWith(api, key, body)).status).toBe(404);
});

proves('key-refused', async () => {
  const { api } = await aCaller();
  const key = unique('key');
  expect((await createWith(api, key, { ...newRule(), priority: -1 })).status).toBe(400);
  expect((await createWith(api, key, newRule())).status).toBe(201);
});

proves('key-secret', async () => {
  const { api } = await aCaller();
  const [key, body] = [unique('key'), { name: unique('key') }];
  const path = '/api/api_keys/keys';
  const first = await createWith(api, key, body, path);
  const again = await createWith(api, key, body, path);
  expect(first.status).toBe(201);
  expect([again.status, again.body]).toEqual([
    409,
    expect.objectContaining({ code: 'already_created', id: first.body.id }),
  ]);
});
