/** Conformance cases of toggles: rules, segments and kill switches. */
import { expect } from 'vitest';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  check,
  globalPath,
  setOverride,
} from '../../support/builders/toggles.ts';
import { casesOf } from '../support/conformance.ts';
import { once } from '../support/once.ts';
import { aSuperAdmin, aTenant, created } from '../support/stage.ts';

const { proves } = casesOf('toggles');

const superAdmin = once(() => aSuperAdmin());
const viewer = once(() => aTenant({ features: ['feature_toggles.view', 'feature_toggles.segments.manage'] }));
const targetingPath = (id: string) => `${globalPath}/${id}/targeting`;
const ownTargetingPath = (id: string) => `${globalPath}/${id}/override/targeting`;
const segmentsPath = '/api/feature_toggles/segments';
const playgroundPath = '/api/feature_toggles/playground';
const visiblePath = '/api/feature_toggles/toggles';
const isPro = { field: 'plan', operator: '=', value: 'pro' };

const put = ({ api }: TestCaller, path: string, body: object) => api.put(path, { body });
const tried = ({ api }: TestCaller, identifier: string, context: object = {}) =>
  created(api.post<Record<string, unknown>>(playgroundPath, { body: { identifier, context } }));
const aSegment = async ({ api }: TestCaller, body: object = {}): Promise<string> => {
  const given = { name: anIdentifier('segment'), condition: isPro, ...body };
  return (await created(api.post<{ id: string }>(segmentsPath, { body: given }))).id;
};
const removeSegment = ({ api }: TestCaller, id: string) =>
  api.delete<{ code?: string }>(segmentsPath, { body: { id } });
const using = (...segments: string[]) => ({ rules: [{ segments, value: true }] });

proves('rules', async () => {
  const admin = await superAdmin();
  const { id, identifier } = await aStoredToggle(admin);
  const rules = [{ name: 'professionals', condition: isPro, value: true }];
  const stored = { rules, owner: 'team-a', killSwitch: { active: false }, expiresAt: null };
  const set = await put(admin, targetingPath(id), { rules, owner: 'team-a' });
  expect(set).toMatchObject({ status: 200, body: stored });
  const { body } = await admin.api.get(targetingPath(id));
  expect(body).toMatchObject({ toggleId: id, identifier, ...stored });
  expect(await tried(admin, identifier, { plan: 'pro' })).toMatchObject({
    ...{ value: true, variant: 'professionals', reason: 'TARGETING_MATCH', error: null },
    rule: { index: 0, name: 'professionals' },
  });
  expect(await tried(admin, identifier, { plan: 'free' })).toMatchObject({ value: false, reason: 'DEFAULT' });
});

proves('explained-rules', async () => {
  const admin = await superAdmin();
  const { id, identifier } = await aStoredToggle(admin);
  const condition = { field: 'team', operator: '=', value: 'a' };
  const segment = await aSegment(admin, { condition, isGlobal: true });
  const rules = [
    { name: 'professionals', condition: isPro, value: true },
    { segments: [segment], value: true },
    { percentage: 0.001, value: true },
    { name: 'half', percentage: 50, value: true },
    { name: 'rest', value: true },
    { value: true },
  ];
  await put(admin, targetingPath(id), { rules });
  const explained = async (context: object) => {
    const { rules: lines } = await tried(admin, identifier, context);
    return (lines as { outcome: string }[]).map(({ outcome }) => outcome);
  };
  expect(await explained({})).toEqual(['condition', 'segments', 'no_key', 'no_key', 'decided', 'not_tried']);
  const ofVisitor = (await explained({ targetingKey: 'visitor-1' })).slice(0, 3);
  expect(ofVisitor).toEqual(['condition', 'segments', 'percentage']);
  expect(await explained({ plan: 'pro' })).toEqual(['decided', ...Array(5).fill('not_tried')]);
  const body = { identifier, context: { plan: 'pro' }, withAll: true };
  const all = await created(admin.api.post<Record<string, unknown>>(playgroundPath, { body }));
  expect(all.rules).toMatchObject([{ index: 0, name: 'professionals', percentage: 100 }, {}, {}, {}, {}, {}]);
  expect(all.toggles).toContainEqual({
    ...{ identifier, type: 'boolean', value: 'true' },
    ...{ variant: 'professionals', reason: 'TARGETING_MATCH' },
  });
  await put(admin, targetingPath(id), { killSwitch: { active: true } });
  expect(new Set(await explained({ plan: 'pro' }))).toEqual(new Set(['not_tried']));
});

proves('calculating-rules', async () => {
  const admin = await superAdmin();
  const { id, identifier } = await aStoredToggle(admin);
  const above = (value: string) => ({ field: 'total', operator: '>', value });
  const rules = (value: string) => ({ rules: [{ condition: above(value), value: true }] });
  await put(admin, targetingPath(id), rules('{{limit * 2}}'));
  for (const total of [9, 8])
    expect(await tried(admin, identifier, { total, limit: 4 })).toMatchObject({
      value: total > 8,
      error: null,
    });
  expect(await tried(admin, identifier, { total: 9, limit: 'four' })).toMatchObject({
    ...{ value: false, reason: 'ERROR' },
    error: { message: expect.stringMatching(/limit \* 2.*position \d+/) },
  });
  const calculating = await aSegment(admin, { isGlobal: true, condition: above('{{limit * 2}}') });
  await put(admin, targetingPath(id), using(calculating));
  expect(await tried(admin, identifier, { total: 9, limit: 4 })).toMatchObject({ value: true, error: null });
  const message = expect.stringMatching(/^value, position \d+: /);
  const refusalOf = (field: string) => ({ status: 400, body: { details: [{ field, message }] } });
  const invalid = rules('{{limit *}}');
  for (const path of [targetingPath(id), ownTargetingPath(id)])
    expect(await put(admin, path, invalid)).toMatchObject(refusalOf('rules[0].condition'));
  const segment = { name: anIdentifier('segment'), condition: above('{{limit *}}') };
  expect(await admin.api.post(segmentsPath, { body: segment })).toMatchObject(refusalOf('condition'));
});

proves('caller-context', async () => {
  const admin = await superAdmin();
  const { id, identifier } = await aStoredToggle(admin);
  const condition = { field: 'user.type', operator: '=', value: 'api_key' };
  const segment = await aSegment(admin, { isGlobal: true, condition });
  await put(admin, targetingPath(id), using(segment.toUpperCase()));
  expect((await admin.api.get(targetingPath(id))).body).toMatchObject(using(segment));
  const checked = { enabled: true, source: 'default' };
  expect((await check(admin, 'boolean', identifier)).body).toMatchObject(checked);
});

proves('own-rules', async () => {
  const [admin, other] = [await superAdmin(), await viewer()];
  const { id, identifier } = await aStoredToggle(admin, { type: 'string', defaultValue: 'none' });
  await put(admin, targetingPath(id), { rules: [{ value: 'of all' }] });
  const own = { rules: [{ condition: isPro, value: 'own rule' }] };
  const set = await put(admin, ownTargetingPath(id), own);
  expect(set).toMatchObject({ status: 200, body: { isOverride: true, value: 'none', ...own } });
  const matched = { value: 'own rule', source: 'override' };
  expect(await tried(admin, identifier, { plan: 'pro' })).toMatchObject(matched);
  expect(await tried(admin, identifier)).toMatchObject({ value: 'none', reason: 'DEFAULT' });
  expect(await tried(other, identifier)).toMatchObject({ value: 'of all', source: 'default' });
  await setOverride(admin, id);
  expect(await tried(admin, identifier)).toMatchObject({ value: 'of all' });
});

proves('kill-switch', async () => {
  const [admin, other] = [await superAdmin(), await viewer()];
  const { id, identifier } = await aStoredToggle(admin, { defaultValue: true });
  const enabled = async () => [
    (await check(admin, 'boolean', identifier)).body.enabled,
    (await check(other, 'boolean', identifier)).body.enabled,
  ];
  await put(admin, ownTargetingPath(id), { killSwitch: { active: true } });
  expect(await enabled()).toEqual([false, true]);
  await put(admin, ownTargetingPath(id), { killSwitch: { active: false } });
  await put(admin, targetingPath(id), { killSwitch: { active: true, value: false } });
  expect(await enabled()).toEqual([false, false]);
  expect(await tried(admin, identifier)).toMatchObject({ variant: 'disabled', reason: 'DISABLED' });
});

proves('kept-rules', async () => {
  const admin = await superAdmin();
  const { id, identifier } = await aStoredToggle(admin);
  await put(admin, targetingPath(id), { rules: [{ value: true }], expiresAt: '2030-01-01T00:00:00+01:00' });
  expect((await put(admin, globalPath, { id, name: 'Renamed' })).status).toBe(200);
  const { body, headers } = await admin.api.get(targetingPath(id));
  expect(body).toMatchObject({ rules: [{ value: true }], expiresAt: '2029-12-31T23:00:00.000Z' });
  expect((await check(admin, 'boolean', identifier)).body).toMatchObject({ enabled: true });
  for (const [etag, status] of [
    ['"0"', 412],
    [String(headers.get('etag')), 200],
  ] as const) {
    const change = { headers: { 'if-match': etag }, body: { rules: [] } };
    expect((await admin.api.put(targetingPath(id), change)).status).toBe(status);
  }
});

proves('rule-rights', async () => {
  const [admin, reader, unprivileged] = [await superAdmin(), await viewer(), await aTenant({ features: [] })];
  const { id, identifier } = await aStoredToggle(admin);
  for (const path of [targetingPath(id), ownTargetingPath(id)]) {
    expect((await put(reader, path, { rules: [] })).status).toBe(403);
    const answers = [await reader.api.get(path), await unprivileged.api.get(path)];
    expect(answers.map(({ status }) => status)).toEqual([200, 403]);
  }
  expect((await unprivileged.api.post(playgroundPath, { body: { identifier } })).status).toBe(403);
});

proves('refused-rules', async () => {
  const admin = await superAdmin();
  const { id, identifier } = await aStoredToggle(admin);
  const variants = [{ name: 'a', value: true, weight: 0 }];
  const unknown = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
  const foreign = await aSegment(await viewer());
  const noWeight = { field: 'rules[0].variants', message: 'must have at least one weight above 0' };
  const noSegment = 'must be the id of a segment that this rule may use';
  const refused: [object, object][] = [
    [{ rules: [{ variants }] }, noWeight],
    [using(unknown), { field: 'rules[0].segments[0]', message: noSegment }],
    [using(foreign), { field: 'rules[0].segments[0]', message: noSegment }],
    [{ killSwitch: { active: true, value: 'x' } }, { field: 'killSwitch.value' }],
    [{ expiresAt: 'tomorrow' }, { field: 'expiresAt' }],
    [{ expiresAt: '9999-12-31T23:59:59-01:00' }, { field: 'expiresAt' }],
  ];
  for (const [body, detail] of refused)
    expect(await put(admin, targetingPath(id), body)).toMatchObject({
      status: 400,
      body: { details: [detail] },
    });
  const context = { text: 'x'.repeat(100_000) };
  const large = await admin.api.post(playgroundPath, { body: { identifier, context } });
  expect(large).toMatchObject({ status: 400, body: { details: [{ field: 'context' }] } });
  const missing = await admin.api.post(playgroundPath, { body: { identifier: anIdentifier() } });
  expect(missing).toMatchObject({ status: 404, body: { code: 'MISSING_TOGGLE' } });
});

proves('segments', async () => {
  const admin = await superAdmin();
  const { id, identifier } = await aStoredToggle(admin);
  const name = anIdentifier('segment');
  const segment = await aSegment(admin, { isGlobal: true, name });
  const twin = { isGlobal: true, name: name.toUpperCase(), condition: isPro };
  const taken = { status: 409, body: { code: 'segment_name_taken' } };
  expect(await admin.api.post(segmentsPath, { body: twin })).toMatchObject(taken);
  const outer = await aSegment(admin, { condition: null, segments: [segment] });
  await put(admin, ownTargetingPath(id), using(outer));
  const valueFor = async (plan: string) => (await tried(admin, identifier, { plan })).value;
  expect(await valueFor('pro')).toBe(true);
  await put(admin, segmentsPath, { id: segment, condition: { ...isPro, value: 'free' } });
  expect([await valueFor('pro'), await valueFor('free')]).toEqual([false, true]);
});

proves('segment-in-use', async () => {
  const [admin, other] = [await superAdmin(), await aTenant({ isSuperAdmin: true })];
  const [deleted, kept] = [await aStoredToggle(admin), await aStoredToggle(admin)];
  const inner = await aSegment(admin, { isGlobal: true });
  const outer = await aSegment(admin, { isGlobal: true, segments: [inner] });
  const [shared, own] = [await aSegment(admin, { isGlobal: true }), await aSegment(other)];
  const use = (caller: TestCaller, path: string, ...segments: string[]) =>
    created(put(caller, path, using(...segments)));
  await use(admin, targetingPath(deleted.id), outer);
  await use(admin, ownTargetingPath(deleted.id), shared);
  await use(other, ownTargetingPath(deleted.id), shared, own);
  await use(other, ownTargetingPath(kept.id), shared);
  const inUse = { status: 409, body: { code: 'segment_in_use' } };
  for (const segment of [outer, inner, shared])
    expect(await removeSegment(admin, segment)).toMatchObject(inUse);
  expect(await removeSegment(other, own)).toMatchObject(inUse);
  const { items } = (await admin.api.get<{ items: unknown[] }>(`${segmentsPath}?id=${outer}`)).body;
  expect(items).toMatchObject([{ id: outer, uses: 1, isGlobal: true }]);
  await admin.api.delete(globalPath, { body: { id: deleted.id } });
  for (const id of [outer, inner]) expect((await removeSegment(admin, id)).body).toEqual({ id });
  expect((await removeSegment(other, own)).status).toBe(200);
  expect(await removeSegment(admin, shared)).toMatchObject(inUse);
  await put(other, ownTargetingPath(kept.id), { rules: [] });
  expect((await removeSegment(admin, shared)).status).toBe(200);
});

proves('segment-owners', async () => {
  const features = ['feature_toggles.view', 'feature_toggles.segments.manage'];
  const [admin, one, other] = [await superAdmin(), await aTenant({ features }), await viewer()];
  const [own, global] = [await aSegment(one), await aSegment(admin, { isGlobal: true })];
  const ids = async ({ api }: TestCaller, query: string) =>
    (await api.get<{ items: { id: string }[] }>(`${segmentsPath}?${query}`)).body.items.map(({ id }) => id);
  expect(await ids(one, 'isGlobal=false')).toEqual([own]);
  expect(await ids(other, `id=${own}`)).toEqual([]);
  expect(await ids(other, `id=${global}`)).toEqual([global]);
  expect((await put(other, segmentsPath, { id: own, name: 'x' })).status).toBe(404);
  expect((await put(other, segmentsPath, { id: global, name: 'x' })).status).toBe(403);
  expect((await other.api.post(segmentsPath, { body: { name: 'x', isGlobal: true } })).status).toBe(403);
});

proves('segment-cycle', async () => {
  const admin = await superAdmin();
  const one = await aSegment(admin);
  const other = await aSegment(admin, { segments: [one] });
  const details = [{ field: 'segments', message: expect.stringMatching(/^must not form a cycle: /) }];
  const answer = await put(admin, segmentsPath, { id: one, segments: [other] });
  expect(answer).toMatchObject({ status: 400, body: { details } });
});

proves('stale', async () => {
  const admin = await superAdmin();
  const category = anIdentifier('category');
  const [old, fresh] = [await aStoredToggle(admin, { category }), await aStoredToggle(admin, { category })];
  await put(admin, targetingPath(old.id), { expiresAt: '2020-01-01T00:00:00Z' });
  const ids = async (query: string) => {
    const path = `${visiblePath}?category=${category}&${query}`;
    const { body } = await admin.api.get<{ items: { id: string; staleReasons: string[] }[] }>(path);
    return body.items.map(({ id, staleReasons }) => [id, staleReasons]);
  };
  expect(await ids('stale=true')).toEqual([[old.id, ['expired']]]);
  expect(await ids('stale=false')).toEqual([[fresh.id, []]]);
  const { body } = await admin.api.get(`${visiblePath}/${fresh.id}/usage`);
  expect(body).toEqual({ toggleId: fresh.id, lastEvaluatedAt: null, days: [] });
});

const needs = (identifier: string, value?: unknown) => ({
  prerequisites: [{ identifier, ...(value !== undefined && { value }) }],
});

proves('prerequisites', async () => {
  const [admin, other] = [await superAdmin(), await viewer()];
  const parent = await aStoredToggle(admin, { type: 'string', defaultValue: 'old' });
  const middle = await aStoredToggle(admin, { defaultValue: true, ...needs(parent.identifier, 'new') });
  const { id, identifier } = await aStoredToggle(admin, { defaultValue: true, ...needs(middle.identifier) });
  expect((await admin.api.get(`${globalPath}/${id}`)).body).toMatchObject(needs(middle.identifier, true));
  const rules = [{ condition: isPro, value: 'new' }];
  await put(admin, targetingPath(parent.id), { rules });
  expect(await tried(admin, identifier)).toMatchObject({
    ...{ value: false, reason: 'PREREQUISITE_FAILED', variant: 'disabled' },
    failedPrerequisite: { identifier: middle.identifier, expected: true, actual: false },
  });
  expect(await tried(admin, identifier, { plan: 'pro' })).toMatchObject({
    ...{ value: true, failedPrerequisite: null },
  });
  const failed = { enabled: false, failedPrerequisite: middle.identifier };
  expect((await check(admin, 'boolean', identifier)).body).toMatchObject(failed);
  await setOverride(admin, parent.id, 'new');
  expect((await check(admin, 'boolean', identifier)).body).toMatchObject({ enabled: true });
  expect((await check(other, 'boolean', identifier)).body).toMatchObject(failed);
});

proves('prerequisite-cycle', async () => {
  const admin = await superAdmin();
  const chain = [await aStoredToggle(admin)];
  for (let level = 0; level < 3; level += 1)
    chain.push(await aStoredToggle(admin, needs(chain.at(-1)?.identifier ?? '')));
  const [first, , , last] = chain;
  const path = chain.map(({ identifier }) => identifier).toReversed();
  expect(await put(admin, globalPath, { id: first?.id, ...needs(last?.identifier ?? '') })).toMatchObject({
    ...{ status: 409, body: { code: 'toggle_prerequisite_cycle', path: [path.at(-1), ...path] } },
  });
  const identifier = anIdentifier();
  const deeper = { identifier, name: 'Deeper', type: 'boolean', ...needs(last?.identifier ?? '') };
  expect(await admin.api.post(globalPath, { body: deeper })).toMatchObject({
    ...{ status: 409, body: { code: 'toggle_prerequisite_cycle', path: [identifier, ...path] } },
  });
});

proves('refused-prerequisites', async () => {
  const admin = await superAdmin();
  const [{ id }, { identifier }] = [await aStoredToggle(admin), await aStoredToggle(admin)];
  const one = { identifier };
  const refused: [object, string][] = [
    [needs(anIdentifier()), 'prerequisites[0].identifier'],
    [{ prerequisites: [one, one] }, 'prerequisites[1].identifier'],
    [needs(identifier, 'text'), 'prerequisites[0].value'],
    [{ prerequisites: Array(11).fill(one) }, 'prerequisites'],
    [{ metadata: { a: [1] } }, 'metadata.a'],
    [{ metadata: { reason: 'x' } }, 'metadata.reason'],
    [{ metadata: { a: 'x'.repeat(2_048) } }, 'metadata'],
  ];
  for (const [body, field] of refused)
    expect(await put(admin, globalPath, { id, ...body })).toMatchObject({
      status: 400,
      body: { details: [{ field }] },
    });
});

proves('needed-toggle', async () => {
  const admin = await superAdmin();
  const parent = await aStoredToggle(admin);
  const child = await aStoredToggle(admin, needs(parent.identifier));
  const [renamed, rename] = [anIdentifier(), (id: string) => ({ id, identifier: anIdentifier() })];
  const refusal = { status: 409, body: { code: 'toggle_needed', neededBy: [child.identifier] } };
  const remove = (id: string) => admin.api.delete(globalPath, { body: { id } });
  expect(await remove(parent.id)).toMatchObject(refusal);
  expect(await put(admin, globalPath, rename(parent.id))).toMatchObject(refusal);
  const bulk = await admin.api.post(`${globalPath}/bulk-delete`, { body: { ids: [parent.id] } });
  expect(bulk.body).toMatchObject({ results: [{ status: 'failed', code: 'toggle_needed' }] });
  expect((await put(admin, globalPath, { id: child.id, identifier: renamed })).status).toBe(200);
  expect(await remove(parent.id)).toMatchObject({ ...refusal, body: { neededBy: [renamed] } });
  expect((await put(admin, globalPath, { id: child.id, prerequisites: [] })).status).toBe(200);
  expect((await put(admin, globalPath, rename(parent.id))).status).toBe(200);
  expect((await remove(parent.id)).status).toBe(200);
});

proves('metadata', async () => {
  const admin = await superAdmin();
  const metadata = { team: 'checkout', ticket: 17, beta: true };
  const { id, identifier } = await aStoredToggle(admin, { metadata });
  expect((await put(admin, globalPath, { id, name: 'Renamed' })).status).toBe(200);
  await put(admin, targetingPath(id), { rules: [{ value: true }] });
  const listed = (path: string) =>
    admin.api.get<{ items: object[] }>(`${path}?identifier=${identifier}`).then(({ body }) => body.items);
  for (const path of [globalPath, visiblePath])
    expect(await listed(path)).toMatchObject([{ id, metadata, prerequisites: [] }]);
  expect((await check(admin, 'boolean', identifier)).body).toMatchObject({ enabled: true, metadata });
  const context = { targetingKey: 'user' };
  const ofFlag = { ...metadata, toggleId: id, reason: 'TARGETING_MATCH' };
  const flag = { key: identifier, value: true, metadata: ofFlag };
  const one = await admin.api.post(`/ofrep/v1/evaluate/flags/${identifier}`, { body: { context } });
  expect(one.body).toMatchObject(flag);
  const all = await admin.api.post<{ flags: object[] }>('/ofrep/v1/evaluate/flags', { body: { context } });
  expect(all.body.flags).toContainEqual(
    expect.objectContaining({ key: identifier, metadata: one.body.metadata }),
  );
  expect((await put(admin, globalPath, { id, metadata: {} })).status).toBe(200);
  expect((await check(admin, 'boolean', identifier)).body).not.toHaveProperty('metadata');
});

proves('percentage', async () => {
  const admin = await superAdmin();
  const { id, identifier } = await aStoredToggle(admin);
  const included = async (percentage: number) => {
    await put(admin, targetingPath(id), { rules: [{ percentage, groupId: 'conform', value: true }] });
    const keys = Array.from({ length: 20 }, (_, index) => `user-${index}`);
    const found = await Promise.all(keys.map((targetingKey) => tried(admin, identifier, { targetingKey })));
    return keys.filter((_, index) => found[index]?.value === true);
  };
  const [few, many] = [await included(20), await included(70)];
  expect(few.length).toBeLessThan(many.length);
  expect(many).toEqual(expect.arrayContaining(few));
  expect([(await included(0)).length, (await included(100)).length]).toEqual([0, 20]);
  await put(admin, targetingPath(id), { rules: [{ percentage: 50, groupId: 'conform', value: true }] });
  expect(await tried(admin, identifier)).toMatchObject({ value: false, reason: 'DEFAULT' });
  expect((await tried(admin, identifier, { targetingKey: few[0] })).reason).toBe('SPLIT');
});
