/** Conformance cases of rules. */
import { expect } from 'vitest';
import { aRule } from '../support/builders/tenants.ts';
import { conformance } from './support/conformance.ts';
import { aCaller, unique } from './support/stage.ts';

const { proves } = conformance('rules');

const path = '/api/business_rules/rules';

proves('free-id', async () => {
  const { api } = await aCaller();
  const body = aRule({ ruleId: unique('R') });
  const first = await api.post<{ id: string }>(path, { body });
  expect((await api.post(path, { body })).status).toBe(409);
  await api.delete(`${path}?id=${first.body.id}`);
  expect((await api.post(path, { body })).status).toBe(201);
});
