import { describe, expect, it } from 'vitest';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import { segmentsKey } from '../../../shared/modules/toggles/keys.ts';
import { countEvaluations, EvaluationCounts, usageLimits } from '../../../shared/modules/toggles/usage.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  checkPath,
  globalPath,
} from '../../support/builders/toggles.ts';
import { callsOf } from '../../support/clients/api.ts';

const targetingPath = (id: string) => `${globalPath}/${id}/targeting`;
const ownTargetingPath = (id: string) => `${globalPath}/${id}/override/targeting`;
const segmentsPath = '/api/feature_toggles/segments';
const visiblePath = '/api/feature_toggles/toggles';
const isPro = { field: 'plan', operator: '=', value: 'pro' };

const put = (admin: TestCaller, path: string, body: Record<string, unknown>) => admin.api.put(path, { body });

async function aSegment({ api }: TestCaller, body: Record<string, unknown> = {}): Promise<string> {
  const name = anIdentifier('segment');
  const created = await api.post<{ id: string }>(segmentsPath, { body: { name, condition: isPro, ...body } });
  expect(created.status).toBe(201);
  return created.body.id;
}

describe('the rules of a toggle', () => {
  it('apply to checks of the caller itself, with three DynamoDB requests if they use segments', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    const condition = { field: 'user.type', operator: '=', value: 'api_key' };
    const segment = await aSegment(admin, { isGlobal: true, condition });
    await put(admin, targetingPath(id), { rules: [{ segments: [segment], value: true }] });
    const answer = await admin.api.get(checkPath('boolean', identifier));
    expect(answer).toMatchObject({ status: 200, body: { enabled: true, source: 'default' } });
    expect(await callsOf(answer)).toHaveLength(3);
  });

  it('can be switched off although their segment is missing, as after a restore of the tenant', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    const rules = [{ segments: [await aSegment(admin)], value: true }];
    await put(admin, ownTargetingPath(id), { rules });
    await updateItem({
      Key: segmentsKey(admin),
      UpdateExpression: 'SET #segments = :none, rev = rev + :one',
      ExpressionAttributeNames: { '#segments': 'segments' },
      ExpressionAttributeValues: { ':none': '[]', ':one': 1 },
    });
    const killed = await put(admin, ownTargetingPath(id), { killSwitch: { active: true } });
    expect(killed).toMatchObject({ status: 200, body: { rules } });
    const tried = await admin.api.post('/api/feature_toggles/playground', { body: { identifier } });
    expect(tried).toMatchObject({ status: 200, body: { reason: 'DISABLED' } });
    expect((await put(admin, ownTargetingPath(id), { rules })).status).toBe(400);
    expect((await put(admin, ownTargetingPath(id), { rules: [] })).status).toBe(200);
  });
});

describe('the evaluations of a toggle', () => {
  it('are counted by day and value, and end the stale state', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin, { type: 'string', defaultValue: 'a' });
    const counts = new EvaluationCounts();
    const nowMs = Date.parse('2026-03-01T09:30:00.000Z');
    const one = (value: string) => ({ toggleId: id, evaluation: { value } });
    for (let request = 1; request < usageLimits.gathered; request += 1)
      await countEvaluations(admin, [one('a')], nowMs, counts, true);
    const usage = async () => (await admin.api.get(`${visiblePath}/${id}/usage`)).body;
    expect(await usage()).toEqual({ toggleId: id, lastEvaluatedAt: null, days: [] });
    await countEvaluations(admin, [one('b')], nowMs + 1, counts, true);
    const lastEvaluatedAt = '2026-03-01T09:30:00.001Z';
    const values = [
      { value: '"a"', count: usageLimits.gathered - 1 },
      { value: '"b"', count: 1 },
    ];
    const days = [{ date: '2026-03-01', total: usageLimits.gathered, values }];
    expect(await usage()).toEqual({ toggleId: id, lastEvaluatedAt, days });
    const { items } = (await admin.api.get<{ items: unknown[] }>(`${visiblePath}?id=${id}`)).body;
    expect(items).toMatchObject([{ identifier, lastEvaluatedAt, rules: 0 }]);
  });
});
