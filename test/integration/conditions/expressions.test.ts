/** Expressions in the conditions of all modules. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { aJob, jobsPath } from '../../support/builders/scheduler.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { anIdentifier, aStoredToggle, aSuperAdmin, globalPath } from '../../support/builders/toggles.ts';
import { aWebhook, aWebhookBody, webhooksPath } from '../../support/builders/webhooks.ts';

const wrong = { field: 'total', operator: '>', value: '{{limit + nothing(2)}}' };
const problem = 'value, position 11: there is no function nothing';

interface Case {
  method: 'post' | 'put';
  path: string | ((caller: TestCaller) => Promise<string>);
  body: (caller: TestCaller, condition: object) => object | Promise<object>;
  field?: string;
}

const ofToggle = (end: string) => async (caller: TestCaller) =>
  `${globalPath}/${(await aStoredToggle(caller)).id}${end}`;
const rulesOf = (_: TestCaller, condition: object) => ({ rules: [{ condition, value: true }] });
const inRule = 'rules[0].condition';
const inMapping = 'mapping.condition';
const ofProducts = (_: TestCaller, condition: object) => ({
  ...{ integrationId: 'sync_http_json', entityType: 'catalog.product', mapping: { condition } },
});
const mappings = '/api/data_sync/mappings';
const segments = '/api/feature_toggles/segments';

/** Operations that store a condition; rules check theirs with their actions. */
const cases: Record<string, Case> = {
  createWebhook: { method: 'post', path: webhooksPath, body: (_, condition) => aWebhookBody({ condition }) },
  updateWebhook: {
    method: 'put',
    path: async (caller) => `${webhooksPath}/${(await aWebhook(caller)).id}`,
    body: (_, condition) => ({ condition }),
  },
  createSegment: {
    method: 'post',
    path: segments,
    body: (_, condition) => ({ name: anIdentifier('segment'), condition }),
  },
  updateSegment: { method: 'put', path: segments, body: (_, condition) => ({ id: randomUUID(), condition }) },
  setTargeting: { method: 'put', path: ofToggle('/targeting'), body: rulesOf, field: inRule },
  setOverrideTargeting: {
    method: 'put',
    path: ofToggle('/override/targeting'),
    body: rulesOf,
    field: inRule,
  },
  createJob: { method: 'post', path: jobsPath, body: (_, condition) => aJob({ condition }) },
  updateJob: {
    method: 'put',
    path: jobsPath,
    body: async ({ api }, condition) => {
      const { body } = await api.post<{ id: string }>(jobsPath, { body: aJob() });
      return { id: body.id, condition };
    },
  },
  saveSyncMapping: { method: 'post', path: mappings, body: ofProducts, field: inMapping },
  updateSyncMapping: {
    method: 'put',
    path: `${mappings}/${randomUUID()}`,
    body: (_, condition) => ({ mapping: { condition } }),
    field: inMapping,
  },
  previewSyncImport: { method: 'post', path: '/api/data_sync/preview', body: ofProducts, field: inMapping },
};

const superAdmins = new Set(['setTargeting', 'setOverrideTargeting']);

describe('a {{…}} that is neither a name nor an expression', () => {
  it('is tried in every operation that stores a condition', () => {
    const storing = endpoints
      .filter(({ deepFields = [] }) => deepFields.some((field) => !field.startsWith('conditionExpression')))
      .map(({ operationId }) => operationId);
    expect(Object.keys(cases).toSorted()).toEqual(storing.toSorted());
  });

  it.each(Object.entries(cases))('is refused by %s with its position', async (name, one) => {
    const caller = superAdmins.has(name) ? await aSuperAdmin() : await aTenant();
    const path = typeof one.path === 'string' ? one.path : await one.path(caller);
    const body = { ...(await one.body(caller, wrong)) };
    const answer = await caller.api[one.method]<{ details: unknown }>(path, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([
      { field: one.field ?? 'condition', message: expect.stringContaining(problem) },
    ]);
  });
});

it('an expression in a value may contain a map, and a text with a brace', async () => {
  const { api } = await aTenant();
  const conditionExpression = {
    field: 'total',
    operator: '>',
    value: '{{ {"}": 5, "JPY": 500}[currency] }}',
  };
  const holds = async (total: number) => {
    const body = { conditionExpression, data: { total, currency: '}' } };
    return (await api.post('/api/business_rules/expressions/evaluate', { body })).body.value;
  };
  expect([await holds(6), await holds(4)]).toEqual([true, false]);
});
