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
  setTargeting: {
    method: 'put',
    path: ofToggle('/targeting'),
    body: rulesOf,
    field: 'rules[0].condition',
  },
  setOverrideTargeting: {
    method: 'put',
    path: ofToggle('/override/targeting'),
    body: rulesOf,
    field: 'rules[0].condition',
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
  saveSyncMapping: {
    method: 'post',
    path: mappings,
    body: (_, condition) => ({
      integrationId: 'sync_http_json',
      entityType: 'catalog.product',
      mapping: { condition },
    }),
    field: 'mapping.condition',
  },
  updateSyncMapping: {
    method: 'put',
    path: `${mappings}/${randomUUID()}`,
    body: (_, condition) => ({ mapping: { condition } }),
    field: 'mapping.condition',
  },
  previewSyncImport: {
    method: 'post',
    path: '/api/data_sync/preview',
    body: (_, condition) => ({
      integrationId: 'sync_http_json',
      entityType: 'catalog.product',
      mapping: { condition },
    }),
    field: 'mapping.condition',
  },
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

describe('an expression in a value', () => {
  it.each([
    ['a map', '{{ {"EUR": 5, "JPY": 500}[currency] }}'],
    ['a text with a brace', '{{ "}" == "}" ? 5 : 500 }}'],
  ])('may contain %s', async (_, value) => {
    const { api } = await aTenant();
    const conditionExpression = { field: 'total', operator: '>', value };
    const holds = async (total: number) => {
      const body = { conditionExpression, data: { total, currency: 'EUR' } };
      return (await api.post<{ value: unknown }>('/api/business_rules/expressions/evaluate', { body })).body
        .value;
    };
    expect([await holds(6), await holds(4)]).toEqual([true, false]);
  });

  it('reads the data of a delivery', async () => {
    const caller = await aTenant();
    const condition = { field: 'data.total', operator: '>', value: '{{data.limit * 2}}' };
    const { id } = await aWebhook(caller, { condition });
    const holds = async (payload: object) => {
      const { body } = await caller.api.post<{ condition: object }>(`${webhooksPath}/${id}/test`, {
        body: { payload },
      });
      return body.condition;
    };
    expect(await holds({ total: 7, limit: 3 })).toMatchObject({ holds: true, decidedBy: { expected: 6 } });
    expect(await holds({ total: 6, limit: 3 })).toMatchObject({ holds: false });
    expect(await holds({ total: 6, limit: 'three' })).toMatchObject({
      holds: true,
      error: expect.stringContaining('The condition, {{data.limit * 2}}'),
    });
  });

  it('reads the context of a toggle, in its rules and in its segments', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    const condition = { field: 'spent', operator: '>=', value: '{{credit * 0.8}}' };
    const { body: segment } = await admin.api.post<{ id: string }>(segments, {
      body: { name: anIdentifier('segment'), condition, isGlobal: true },
    });
    const tried = async (context: object) => {
      const path = '/api/feature_toggles/playground';
      const { body } = await admin.api.post<{ value: unknown; error: unknown }>(path, {
        body: { identifier, context },
      });
      return body;
    };
    for (const rule of [{ condition }, { segments: [segment.id] }]) {
      await admin.api.put(`${globalPath}/${id}/targeting`, { body: { rules: [{ ...rule, value: true }] } });
      expect(await tried({ spent: 80, credit: 100 })).toMatchObject({ value: true, error: null });
      expect(await tried({ spent: 79, credit: 100 })).toMatchObject({ value: false, error: null });
      expect(await tried({ spent: 79, credit: 'much' })).toMatchObject({ error: { code: 'GENERAL' } });
    }
  });
});
