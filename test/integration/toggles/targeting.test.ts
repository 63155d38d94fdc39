import { describe, expect, it } from 'vitest';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import { segmentsKey } from '../../../shared/modules/toggles/keys.ts';
import { countEvaluations, EvaluationCounts, usageLimits } from '../../../shared/modules/toggles/usage.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  check,
  checkPath,
  globalPath,
  setOverride,
} from '../../support/builders/toggles.ts';
import { callsOf } from '../../support/clients/api.ts';

const targetingPath = (id: string) => `${globalPath}/${id}/targeting`;
const ownTargetingPath = (id: string) => `${globalPath}/${id}/override/targeting`;
const segmentsPath = '/api/feature_toggles/segments';
const playgroundPath = '/api/feature_toggles/playground';
const visiblePath = '/api/feature_toggles/toggles';
const isPro = { field: 'plan', operator: '=', value: 'pro' };

const put = (admin: TestCaller, path: string, body: Record<string, unknown>) => admin.api.put(path, { body });

async function tried({ api }: TestCaller, identifier: string, context: Record<string, unknown> = {}) {
  const { status, body } = await api.post<Record<string, unknown>>(playgroundPath, {
    body: { identifier, context },
  });
  expect(status).toBe(200);
  return body;
}

async function aSegment({ api }: TestCaller, body: Record<string, unknown> = {}): Promise<string> {
  const name = anIdentifier('segment');
  const created = await api.post<{ id: string }>(segmentsPath, { body: { name, condition: isPro, ...body } });
  expect(created.status).toBe(201);
  return created.body.id;
}

describe('the rules of a toggle', () => {
  it('apply to matching contexts, and the playground explains the result', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    const rules = [{ name: 'professionals', condition: isPro, value: true }];
    expect(await put(admin, targetingPath(id), { rules, owner: 'team-a' })).toMatchObject({
      status: 200,
      body: { rules, owner: 'team-a', killSwitch: { active: false }, expiresAt: null },
    });
    expect((await admin.api.get(targetingPath(id))).body).toMatchObject({ toggleId: id, identifier, rules });
    expect(await tried(admin, identifier, { plan: 'pro' })).toMatchObject({
      value: true,
      variant: 'professionals',
      reason: 'TARGETING_MATCH',
      rule: { index: 0, name: 'professionals' },
      error: null,
    });
    expect(await tried(admin, identifier, { plan: 'free' })).toMatchObject({
      value: false,
      reason: 'DEFAULT',
    });
  });

  it('apply to checks of the caller itself, with two DynamoDB requests once they are cached', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    const segment = await aSegment(admin, {
      isGlobal: true,
      condition: { field: 'user.type', operator: '=', value: 'api_key' },
    });
    await put(admin, targetingPath(id), { rules: [{ segments: [segment], value: true }] });
    for (const requests of [3, 2]) {
      const answer = await admin.api.get(checkPath('boolean', identifier));
      expect(answer).toMatchObject({ status: 200, body: { enabled: true, source: 'default' } });
      expect(await callsOf(answer)).toHaveLength(requests);
    }
  });

  it('of a tenant’s override replace those of the toggle', async () => {
    const [admin, other] = [await aSuperAdmin(), await aTenant({ features: ['feature_toggles.view'] })];
    const { id, identifier } = await aStoredToggle(admin, { type: 'string', defaultValue: 'none' });
    await put(admin, targetingPath(id), { rules: [{ value: 'of all' }] });
    const own = { rules: [{ condition: isPro, value: 'own rule' }] };
    expect(await put(admin, ownTargetingPath(id), own)).toMatchObject({
      status: 200,
      body: { isOverride: true, value: 'none', ...own },
    });
    expect(await tried(admin, identifier, { plan: 'pro' })).toMatchObject({
      value: 'own rule',
      source: 'override',
    });
    expect(await tried(admin, identifier)).toMatchObject({ value: 'none', reason: 'DEFAULT' });
    expect(await tried(other, identifier)).toMatchObject({ value: 'of all', source: 'default' });
    await setOverride(admin, id);
    expect(await tried(admin, identifier)).toMatchObject({ value: 'of all' });
  });

  it('are overridden by a kill switch of the toggle or of a tenant', async () => {
    const [admin, other] = [await aSuperAdmin(), await aTenant({ features: [] })];
    const { id, identifier } = await aStoredToggle(admin, { defaultValue: true });
    await put(admin, ownTargetingPath(id), { killSwitch: { active: true } });
    expect(await check(admin, 'boolean', identifier)).toMatchObject({ body: { enabled: false } });
    expect(await check(other, 'boolean', identifier)).toMatchObject({ body: { enabled: true } });
    await put(admin, ownTargetingPath(id), { killSwitch: { active: false } });
    await put(admin, targetingPath(id), { killSwitch: { active: true, value: false } });
    for (const caller of [admin, other]) {
      expect(await check(caller, 'boolean', identifier)).toMatchObject({ body: { enabled: false } });
    }
    expect(await tried(admin, identifier)).toMatchObject({ variant: 'disabled', reason: 'DISABLED' });
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
    expect((await tried(admin, identifier)).reason).toBe('DISABLED');
    expect((await put(admin, ownTargetingPath(id), { rules })).status).toBe(400);
    expect((await put(admin, ownTargetingPath(id), { rules: [] })).status).toBe(200);
  });

  it('stay when other fields change, and are changed only in the version of If-Match', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    await put(admin, targetingPath(id), { rules: [{ value: true }], expiresAt: '2030-01-01T00:00:00+01:00' });
    expect((await put(admin, globalPath, { id, name: 'Renamed' })).status).toBe(200);
    const { body, headers } = await admin.api.get<Record<string, unknown>>(targetingPath(id));
    expect(body).toMatchObject({ rules: [{ value: true }], expiresAt: '2029-12-31T23:00:00.000Z' });
    expect(await check(admin, 'boolean', identifier)).toMatchObject({ body: { enabled: true } });
    const stale = { headers: { 'if-match': '"0"' }, body: { rules: [] } };
    expect((await admin.api.put(targetingPath(id), stale)).status).toBe(412);
    const current = { headers: { 'if-match': String(headers.get('etag')) }, body: { rules: [] } };
    expect((await admin.api.put(targetingPath(id), current)).status).toBe(200);
  });

  it('are changed by super admins, and read by holders of the feature', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    const [viewer, unprivileged] = [
      await aTenant({ features: ['feature_toggles.view'] }),
      await aTenant({ features: [] }),
    ];
    expect((await put(viewer, targetingPath(id), { rules: [] })).status).toBe(403);
    expect((await put(viewer, ownTargetingPath(id), { rules: [] })).status).toBe(403);
    for (const path of [targetingPath(id), ownTargetingPath(id), visiblePath, segmentsPath]) {
      expect([path, (await viewer.api.get(path)).status, (await unprivileged.api.get(path)).status]).toEqual([
        path,
        200,
        403,
      ]);
    }
    const body = { identifier };
    expect((await unprivileged.api.post(playgroundPath, { body })).status).toBe(403);
  });

  it('that are invalid are refused with the name of the field', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    const refused = async (body: Record<string, unknown>) => {
      const answer = await put(admin, targetingPath(id), body);
      expect(answer.status).toBe(400);
      return answer.body;
    };
    const variants = [{ name: 'a', value: true, weight: 0 }];
    expect(await refused({ rules: [{ variants }] })).toMatchObject({
      details: [{ field: 'rules[0].variants', message: 'must have at least one weight above 0' }],
    });
    const segments = ['5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10'];
    expect(await refused({ rules: [{ segments, value: true }] })).toMatchObject({
      details: [
        { field: 'rules[0].segments[0]', message: 'must be the id of a segment that this rule may use' },
      ],
    });
    expect(await refused({ killSwitch: { active: true, value: 'x' } })).toMatchObject({
      details: [{ field: 'killSwitch.value' }],
    });
    for (const expiresAt of ['tomorrow', '9999-12-31T23:59:59-01:00'])
      expect(await refused({ expiresAt })).toMatchObject({ details: [{ field: 'expiresAt' }] });
    const context = { text: 'x'.repeat(100_000) };
    const large = await admin.api.post(playgroundPath, { body: { identifier, context } });
    expect(large).toMatchObject({ status: 400, body: { details: [{ field: 'context' }] } });
    const unknown = await admin.api.post(playgroundPath, { body: { identifier: anIdentifier() } });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'MISSING_TOGGLE' } });
  });
});

describe('segments', () => {
  it('apply in all rules that use them, and changes are visible at once', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    const segment = await aSegment(admin, { isGlobal: true });
    const outer = await aSegment(admin, { condition: null, segments: [segment] });
    await put(admin, ownTargetingPath(id), { rules: [{ segments: [outer], value: true }] });
    expect(await tried(admin, identifier, { plan: 'pro' })).toMatchObject({ value: true });
    await put(admin, segmentsPath, { id: segment, condition: { ...isPro, value: 'free' } });
    expect(await tried(admin, identifier, { plan: 'pro' })).toMatchObject({ value: false });
    expect(await tried(admin, identifier, { plan: 'free' })).toMatchObject({ value: true });
  });

  it('cannot be deleted while in use', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    const inner = await aSegment(admin, { isGlobal: true });
    const outer = await aSegment(admin, { isGlobal: true, segments: [inner] });
    await put(admin, targetingPath(id), { rules: [{ segments: [outer], value: true }] });
    const remove = async (segment: string) =>
      (await admin.api.delete<{ code?: string }>(segmentsPath, { body: { id: segment } })).body;
    const inUse = { code: 'segment_in_use' };
    expect([await remove(outer), await remove(inner)]).toEqual([
      expect.objectContaining(inUse),
      expect.objectContaining(inUse),
    ]);
    const { items } = (await admin.api.get<{ items: unknown[] }>(`${segmentsPath}?id=${outer}`)).body;
    expect(items).toMatchObject([{ id: outer, uses: 1, isGlobal: true }]);
    await admin.api.delete(globalPath, { body: { id } });
    expect([await remove(outer), await remove(inner)]).toEqual([{ id: outer }, { id: inner }]);
  });

  it('of a tenant can be deleted when only its own values of deleted toggles use it', async () => {
    const admin = await aSuperAdmin();
    const [deleted, kept] = [await aStoredToggle(admin), await aStoredToggle(admin)];
    const [segment, other] = [await aSegment(admin), await aSegment(admin)];
    const rules = (segments: string[]) => ({ rules: [{ segments, value: true }] });
    await put(admin, ownTargetingPath(deleted.id), rules([segment, other]));
    await put(admin, ownTargetingPath(kept.id), rules([other]));
    const remove = async (id: string) => (await admin.api.delete(segmentsPath, { body: { id } })).status;
    expect(await remove(segment)).toBe(409);
    await admin.api.delete(globalPath, { body: { id: deleted.id } });
    expect([await remove(segment), await remove(other)]).toEqual([200, 409]);
    await put(admin, ownTargetingPath(kept.id), rules([]));
    expect(await remove(other)).toBe(200);
  });

  it('that are global can be deleted when only values of deleted toggles use them, in any tenant', async () => {
    const [admin, other] = [await aSuperAdmin(), await aSuperAdmin()];
    const [deleted, kept] = [await aStoredToggle(admin), await aStoredToggle(admin)];
    const [segment, shared] = [
      await aSegment(admin, { isGlobal: true }),
      await aSegment(admin, { isGlobal: true }),
    ];
    const own = await aSegment(other);
    const use = async (caller: TestCaller, { id }: { id: string }, segments: string[]) => {
      const rules = [{ segments, value: true }];
      expect((await put(caller, ownTargetingPath(id), { rules })).status).toBe(200);
    };
    for (const caller of [admin, other]) await use(caller, deleted, [segment, shared]);
    await use(other, deleted, [segment, shared, own]);
    await use(other, kept, [shared]);
    const remove = async ({ api }: TestCaller, id: string) =>
      (await api.delete(segmentsPath, { body: { id } })).status;
    expect(await remove(admin, segment)).toBe(409);
    await admin.api.delete(globalPath, { body: { id: deleted.id } });
    expect([await remove(admin, segment), await remove(admin, shared)]).toEqual([200, 409]);
    // The values are gone, and with them the use of the tenant's own segment.
    expect(await remove(other, own)).toBe(200);
    await use(other, kept, []);
    expect(await remove(admin, shared)).toBe(200);
  });

  it('are found by rules with their ids in any case', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    const segment = await aSegment(admin, { isGlobal: true });
    const rules = [{ segments: [segment.toUpperCase()], value: true }];
    expect(await put(admin, targetingPath(id), { rules })).toMatchObject({
      status: 200,
      body: { rules: [{ segments: [segment], value: true }] },
    });
  });

  it('of a tenant belong to it, and global ones are changed by super admins', async () => {
    const features = ['feature_toggles.view', 'feature_toggles.segments.manage'];
    const [admin, one, other] = [
      await aSuperAdmin(),
      await aTenant({ features }),
      await aTenant({ features }),
    ];
    const [own, global] = [await aSegment(one), await aSegment(admin, { isGlobal: true })];
    const ids = async ({ api }: TestCaller, query: string) =>
      (await api.get<{ items: { id: string }[] }>(`${segmentsPath}?${query}`)).body.items.map(({ id }) => id);
    expect([await ids(one, 'isGlobal=false'), await ids(other, 'isGlobal=false')]).toEqual([[own], []]);
    expect(await ids(other, `id=${global}`)).toEqual([global]);
    expect((await put(other, segmentsPath, { id: own, name: 'x' })).status).toBe(404);
    expect((await put(other, segmentsPath, { id: global, name: 'x' })).status).toBe(403);
    expect((await other.api.post(segmentsPath, { body: { name: 'x', isGlobal: true } })).status).toBe(403);
    const { id } = await aStoredToggle(admin);
    const foreign = await put(admin, targetingPath(id), { rules: [{ segments: [own], value: true }] });
    expect(foreign.status).toBe(400);
  });

  it('that include each other are refused', async () => {
    const admin = await aSuperAdmin();
    const one = await aSegment(admin);
    const other = await aSegment(admin, { segments: [one] });
    expect(await put(admin, segmentsPath, { id: one, segments: [other] })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'segments', message: expect.stringMatching(/^must not form a cycle: /) }] },
    });
  });
});

describe('the evaluations of a toggle', () => {
  it('are counted by day and value, and end the stale state', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin, { type: 'string', defaultValue: 'a' });
    const counts = new EvaluationCounts();
    const nowMs = Date.parse('2026-03-01T09:30:00.000Z');
    const one = (value: string) => ({ toggleId: id, evaluation: { value } });
    for (let request = 1; request < usageLimits.gathered; request += 1) {
      await countEvaluations(admin, [one('a')], nowMs, counts, true);
    }
    const usage = async () => (await admin.api.get(`${visiblePath}/${id}/usage`)).body;
    expect(await usage()).toEqual({ toggleId: id, lastEvaluatedAt: null, days: [] });
    await countEvaluations(admin, [one('b')], nowMs + 1, counts, true);
    expect(await usage()).toEqual({
      toggleId: id,
      lastEvaluatedAt: '2026-03-01T09:30:00.001Z',
      days: [
        {
          date: '2026-03-01',
          total: usageLimits.gathered,
          values: [
            { value: '"a"', count: usageLimits.gathered - 1 },
            { value: '"b"', count: 1 },
          ],
        },
      ],
    });
    const { items } = (await admin.api.get<{ items: unknown[] }>(`${visiblePath}?id=${id}`)).body;
    expect(items).toMatchObject([{ identifier, lastEvaluatedAt: '2026-03-01T09:30:00.001Z', rules: 0 }]);
  });

  it('that never occurred, or a past expiry, make a toggle stale', async () => {
    const admin = await aSuperAdmin();
    const category = anIdentifier('category');
    const [old, fresh] = [await aStoredToggle(admin, { category }), await aStoredToggle(admin, { category })];
    await put(admin, targetingPath(old.id), { expiresAt: '2020-01-01T00:00:00Z' });
    const ids = async (query: string) => {
      const { body } = await admin.api.get<{ items: { id: string; staleReasons: string[] }[] }>(
        `${visiblePath}?category=${category}&${query}`,
      );
      return body.items.map(({ id, staleReasons }) => [id, staleReasons]);
    };
    expect(await ids('stale=true')).toEqual([[old.id, ['expired']]]);
    expect(await ids('stale=false')).toEqual([[fresh.id, []]]);
  });
});
