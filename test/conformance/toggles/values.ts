/** Conformance cases of toggles: the values that tenants see and override. */
import { randomUUID } from 'node:crypto';
import { expect, inject } from 'vitest';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  aToggle,
  check,
  checkPath,
  globalPath,
  overridePath,
  overridesPath,
  setOverride,
  togglePath,
} from '../../support/builders/toggles.ts';
import { casesOf } from '../support/conformance.ts';
import { once } from '../support/once.ts';
import { aCaller, aKey, aSuperAdmin, aTenant } from '../support/stage.ts';

const { proves } = casesOf('toggles');

const superAdmin = once(() => aSuperAdmin());
/** A super administrator of another tenant. */
const otherAdmin = once(() => aTenant({ isSuperAdmin: true }));
const readOverride = ({ api }: TestCaller, id: string) => api.get(overridePath(id));
const defaults: readonly (readonly [string, unknown, unknown])[] = [
  ['boolean', false, true],
  ['string', 'text', ''],
  ['number', 2_500, 0],
  ['json', { a: [1, null] }, 'scalar'],
];

proves('check', defaults, async ([type, value, own]) => {
  const admin = await superAdmin();
  const { id, identifier } = await aStoredToggle(admin, { type, defaultValue: value });
  const bodyOf = (checked: unknown, source: string) => ({
    ...(type === 'boolean' ? { enabled: checked } : { valueType: type, value: checked }),
    ...{ source, toggleId: id, identifier, tenantId: admin.tenantId },
  });
  expect(await check(admin, type, identifier)).toEqual({ status: 200, body: bodyOf(value, 'default') });
  await setOverride(admin, id, own);
  expect((await check(admin, type, identifier)).body).toEqual(bodyOf(own, 'override'));
  await setOverride(admin, id);
  expect((await check(admin, type, identifier)).body).toEqual(bodyOf(value, 'default'));
});

proves('all-digits', async () => {
  const admin = await superAdmin();
  const textAt = async (path: string) =>
    (await fetch(`${inject('baseUrl')}${path}`, { headers: { 'x-api-key': admin.key } })).text();
  for (const digits of ['9007199254740993', '-12345678901234567890']) {
    const number = JSON.rawJSON(digits);
    const body = aToggle({ type: 'number', defaultValue: number, metadata: { account: number } });
    const made = await admin.api.post<{ id: string }>(globalPath, { body });
    const checked = checkPath('number', String(body.identifier));
    expect(await textAt(togglePath(made.body.id))).toContain(`"defaultValue":${digits},`);
    expect(await textAt(checked)).toContain(`"value":${digits},`);
    expect(await textAt(checked)).toContain(`"account":${digits}}`);
    await setOverride(admin, made.body.id, JSON.rawJSON(`${digits}0`));
    expect(await textAt(checked)).toContain(`"value":${digits}0,`);
  }
});

proves('open-checks', async () => {
  const [admin, caller] = [await superAdmin(), await aTenant({ features: [] })];
  const { identifier } = await aStoredToggle(admin, { defaultValue: true });
  const { tenantId } = caller;
  expect((await check(caller, 'boolean', identifier)).body).toMatchObject({ enabled: true, tenantId });
});

proves('current-values', async () => {
  const admin = await superAdmin();
  const { id, identifier } = await aStoredToggle(admin, { type: 'number', defaultValue: 0 });
  for (const defaultValue of [1, 2, 3]) {
    await admin.api.put(globalPath, { body: { id, defaultValue } });
    expect((await check(admin, 'number', identifier)).body).toMatchObject({ value: defaultValue });
  }
});

proves('missing-toggle', async () => {
  const caller = await aCaller();
  for (const identifier of [anIdentifier(), 'Upper', 'with-dash', 'a#b', 'ümlaut'])
    expect(await check(caller, 'boolean', identifier)).toEqual({
      status: 404,
      body: {
        error: `There is no toggle "${identifier}".`,
        ...{ code: 'MISSING_TOGGLE', identifier, expectedType: 'boolean', actualType: null },
      },
    });
  for (const query of ['', 'identifier=']) {
    const answer = await caller.api.get(`/api/feature_toggles/check/boolean?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'identifier' }] } });
  }
});

proves('type-mismatch', async () => {
  const admin = await superAdmin();
  for (const [actualType, defaultValue] of defaults) {
    const { identifier } = await aStoredToggle(admin, { type: actualType, defaultValue });
    for (const [expectedType] of defaults.filter(([type]) => type !== actualType))
      expect(await check(admin, expectedType, identifier)).toEqual({
        status: 400,
        body: {
          error: `The toggle "${identifier}" is of type ${actualType}, not ${expectedType}.`,
          ...{ code: 'TYPE_MISMATCH', identifier, expectedType, actualType },
        },
      });
  }
});

proves('invalid-value', async () => {
  const admin = await superAdmin();
  for (const type of ['boolean', 'string', 'number']) {
    const { identifier } = await aStoredToggle(admin, { type, defaultValue: null });
    const error = `The toggle "${identifier}" has no ${type} value.`;
    const body = { error, code: 'INVALID_VALUE', identifier, expectedType: type, actualType: 'null' };
    expect(await check(admin, type, identifier)).toEqual({ status: 400, body });
  }
  const { identifier } = await aStoredToggle(admin, { type: 'json', defaultValue: null });
  const checked = { status: 200, body: { value: null, source: 'default' } };
  expect(await check(admin, 'json', identifier)).toMatchObject(checked);
});

proves('check-etag', async () => {
  const [admin, other] = [await superAdmin(), await aTenant()];
  const { id, identifier } = await aStoredToggle(admin, { type: 'string', defaultValue: 'a' });
  const path = checkPath('string', identifier);
  const etag = String((await admin.api.get(path)).headers.get('etag'));
  const again = (tag = etag) => admin.api.get(path, { headers: { 'if-none-match': tag } });
  const unchanged = await again();
  expect(unchanged).toMatchObject({ status: 304, body: undefined });
  expect(unchanged.headers.get('cache-control')).toBe('private, no-cache');
  expect((await again(`W/${etag}`)).status).toBe(304);
  expect((await other.api.get(path, { headers: { 'if-none-match': etag } })).status).toBe(200);
  await admin.api.put(globalPath, { body: { id, name: 'Only a name' } });
  expect((await again()).status).toBe(304);
  await setOverride(admin, id, 'a');
  expect(await again()).toMatchObject({ status: 200, body: { value: 'a', source: 'override' } });
  await setOverride(admin, id);
  await admin.api.put(globalPath, { body: { id, defaultValue: 'b' } });
  expect(await again()).toMatchObject({ status: 200, body: { value: 'b' } });
  await admin.api.delete(globalPath, { body: { id } });
  expect((await again()).status).toBe(404);
});

proves('check-tenant', async () => {
  const [admin, caller] = [await superAdmin(), await aTenant()];
  const { id, identifier } = await aStoredToggle(admin);
  await setOverride(admin, id, true);
  const at = (tenantId: string) => `${checkPath('boolean', identifier)}&tenantId=${tenantId}`;
  const { tenantId } = caller;
  expect((await caller.api.get(at(tenantId))).body).toMatchObject({ enabled: false });
  for (const foreign of [admin.tenantId, randomUUID()])
    expect((await caller.api.get(at(foreign))).status).toBe(403);
  expect((await admin.api.get(at(tenantId))).body).toMatchObject({ enabled: false, tenantId });
});

proves('no-override', async () => {
  const admin = await superAdmin();
  const { id } = await aStoredToggle(admin, { type: 'json', defaultValue: { a: 1 } });
  expect((await readOverride(admin, id)).body).toEqual({
    ...{ id: '', value: { a: 1 }, tenantName: expect.any(String), tenantId: admin.tenantId },
    toggleType: 'json',
  });
  expect((await readOverride(admin, randomUUID())).status).toBe(404);
  expect((await readOverride(admin, 'none')).status).toBe(400);
});

proves('override', async () => {
  const admin = await superAdmin();
  const { id } = await aStoredToggle(admin, { type: 'string', defaultValue: 'd' });
  const set = await setOverride(admin, id, 'one');
  const { overrideToggleId } = set.body;
  expect([set.status, set.body]).toEqual([200, { ok: true, overrideToggleId: expect.any(String) }]);
  const where = { tenantName: expect.any(String), tenantId: admin.tenantId, toggleType: 'string' };
  expect((await readOverride(admin, id)).body).toEqual({ id: overrideToggleId, value: 'one', ...where });
  expect((await setOverride(admin, id, 'two')).body).toEqual({ ok: true, overrideToggleId });
  expect((await readOverride(admin, id)).body).toMatchObject({ id: overrideToggleId, value: 'two' });
  const body = { toggleId: id, isOverride: false, overrideValue: 5 };
  for (const _ of ['first', 'again'])
    expect((await admin.api.put(overridesPath, { body })).body).toEqual({ ok: true, overrideToggleId: null });
  expect((await readOverride(admin, id)).body).toMatchObject({ id: '', value: 'd' });
});

proves('override-values', async () => {
  const admin = await superAdmin();
  const refused: [string, unknown, string][] = [
    ['boolean', 'true', 'must be a boolean'],
    ['boolean', null, 'must be a boolean'],
    ['string', 5, 'must be a string'],
    ['number', '5', 'must be a number'],
    ['boolean', undefined, 'is required'],
    ['json', 'x'.repeat(24_576), 'must have at most 24576 bytes as JSON'],
  ];
  for (const [type, overrideValue, message] of refused) {
    const { id } = await aStoredToggle(admin, { type, defaultValue: null });
    const body = { toggleId: id, isOverride: true, overrideValue };
    const answer = await admin.api.put(overridesPath, { body });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'overrideValue', message }] } });
    expect((await readOverride(admin, id)).body).toMatchObject({ id: '', value: null });
  }
  const { id, identifier } = await aStoredToggle(admin, { type: 'json', defaultValue: 1 });
  expect((await setOverride(admin, id, null)).status).toBe(200);
  const checked = { value: null, source: 'override' };
  expect((await check(admin, 'json', identifier)).body).toMatchObject(checked);
});

proves('override-without-value', async () => {
  const admin = await superAdmin();
  const { id } = await aStoredToggle(admin, { type: 'string', defaultValue: 'calm' });
  const body = { toggleId: id, isOverride: true };
  const { overrideToggleId } = (await admin.api.put(overridesPath, { body })).body;
  expect((await readOverride(admin, id)).body).toMatchObject({ id: overrideToggleId, value: 'calm' });
  await setOverride(admin, id, 'bold');
  expect((await admin.api.put(overridesPath, { body })).body).toEqual({ ok: true, overrideToggleId });
  expect((await readOverride(admin, id)).body).toMatchObject({ value: 'bold' });
});

proves('override-input', async () => {
  const admin = await superAdmin();
  const toggleId = randomUUID();
  for (const [body, field] of [
    [{ toggleId, isOverride: 'true' }, 'isOverride'],
    [{ toggleId, isOverride: null }, 'isOverride'],
    [{ toggleId: 'x', isOverride: true }, 'toggleId'],
  ] as const) {
    const details = [{ field, message: expect.any(String) }];
    expect(await admin.api.put(overridesPath, { body })).toMatchObject({ status: 400, body: { details } });
  }
  expect((await setOverride(admin, toggleId, true)).status).toBe(404);
  expect((await setOverride(admin, toggleId)).status).toBe(404);
});

proves('own-override', async () => {
  const [one, other] = [await superAdmin(), await otherAdmin()];
  const { id, identifier } = await aStoredToggle(one);
  const mine = await setOverride(one, id, true);
  const { tenantId } = other;
  expect((await readOverride(other, id)).body).toMatchObject({ id: '', value: false, tenantId });
  const theirs = await setOverride(other, id, true);
  expect(theirs.body.overrideToggleId).not.toBe(mine.body.overrideToggleId);
  await setOverride(other, id);
  expect((await check(one, 'boolean', identifier)).body).toMatchObject({ enabled: true });
  expect((await check(other, 'boolean', identifier)).body).toMatchObject({ enabled: false });
});

proves('selected-tenant', async () => {
  const [admin, other] = [await superAdmin(), await otherAdmin()];
  const { id, identifier } = await aStoredToggle(admin);
  const { tenantId } = other;
  const body = { toggleId: id, isOverride: true, overrideValue: true };
  for (const request of [
    () => admin.api.put(overridesPath, { body: { ...body, tenantId } }),
    () => admin.api.put(`${overridesPath}?tenantId=${tenantId}`, { body }),
  ]) {
    expect((await request()).status).toBe(200);
    expect((await check(other, 'boolean', identifier)).body).toMatchObject({ enabled: true });
    expect((await check(admin, 'boolean', identifier)).body).toMatchObject({ enabled: false });
    const selected = await admin.api.get(`${overridePath(id)}?tenantId=${tenantId}`);
    expect(selected.body).toMatchObject({ value: true, tenantId });
    await setOverride(other, id);
  }
  const refusal = { status: 403, body: { code: 'scope_forbidden' } };
  expect(await admin.api.put(`${overridesPath}?tenantId=${randomUUID()}`, { body })).toMatchObject(refusal);
});

proves('override-etag', async () => {
  const admin = await superAdmin();
  const { id } = await aStoredToggle(admin, { type: 'number', defaultValue: 0 });
  const tagOf = async () => String((await readOverride(admin, id)).headers.get('etag'));
  const setIf = (etag: string, more: object) =>
    admin.api.put(overridesPath, {
      body: { toggleId: id, isOverride: true, ...more },
      headers: { 'if-match': etag },
    });
  const tags = [await tagOf()];
  for (const act of [
    () => admin.api.put(globalPath, { body: { id, defaultValue: 1 } }),
    () => setOverride(admin, id, 2),
    () => setOverride(admin, id, 3),
    () => setOverride(admin, id).then(() => setOverride(admin, id, 4)),
  ]) {
    await act();
    tags.push(await tagOf());
  }
  expect(new Set(tags).size).toBe(tags.length);
  const [unset = '', current = ''] = [tags[0], tags.at(-1)];
  const again = await admin.api.get(overridePath(id), { headers: { 'if-none-match': current } });
  expect(again.status).toBe(304);
  expect(await setIf(unset, { overrideValue: 5 })).toMatchObject({ status: 412, body: { code: 'stale' } });
  expect((await setIf(unset, { isOverride: false })).status).toBe(412);
  const writers = await Promise.all([5, 6, 7].map((overrideValue) => setIf(current, { overrideValue })));
  expect(writers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
  const passed = writers.find(({ status }) => status === 200);
  expect(passed?.headers.get('etag')).toBe(await tagOf());
  expect((await setIf(await tagOf(), { isOverride: false })).status).toBe(200);
});

proves('override-list', async () => {
  const [admin, other] = [await superAdmin(), await otherAdmin()];
  const mark = anIdentifier();
  const set = await aStoredToggle(admin, { identifier: `${mark}_a`, name: 'Zeta', category: 'Sales' });
  const unset = await aStoredToggle(admin, { identifier: `${mark}_b`, name: 'Alpha' });
  const gone = await aStoredToggle(admin, { identifier: `${mark}_c` });
  await setOverride(admin, gone.id, true);
  await admin.api.delete(globalPath, { body: { id: gone.id } });
  const { overrideToggleId } = (await setOverride(admin, set.id, true)).body;
  const rowOf = ({ tenantId }: TestCaller, toggle: typeof set, overrideId: unknown) => ({
    ...{ id: overrideId, toggleId: toggle.id, tenantId, tenantName: expect.any(String) },
    ...{ identifier: toggle.identifier, name: toggle.name, category: toggle.category ?? '' },
    isOverride: overrideId !== '',
  });
  const list = async ({ api }: TestCaller, query = '') =>
    (await api.get<{ items: { identifier: string }[] }>(`${overridesPath}?identifier=${mark}${query}`)).body;
  const namesOf = async (query: string) =>
    (await list(admin, query)).items.map(({ identifier }) => identifier.slice(-1)).join('');
  const page = { total: 2, page: 1, pageSize: 25, totalPages: 1, isSuperAdmin: true };
  const items = [rowOf(admin, set, overrideToggleId), rowOf(admin, unset, '')];
  expect(await list(admin)).toEqual({ items, ...page });
  expect((await list(other)).items).toEqual([rowOf(other, set, ''), rowOf(other, unset, '')]);
  for (const [query, expected] of [
    ['&category=SAL', 'a'],
    ['&name=alph', 'b'],
    ['&sortField=name', 'ba'],
    ['&sortField=category&sortDir=asc', 'ba'],
    ['&pageSize=1&page=2', 'b'],
  ] as const)
    expect([query, await namesOf(query)]).toEqual([query, expected]);
});

proves('audit', async () => {
  const admin = await aSuperAdmin();
  const { id } = await aStoredToggle(admin);
  const { body } = await setOverride(admin, id, true);
  await setOverride(admin, id, false);
  await setOverride(admin, id);
  await setOverride(admin, id);
  const path = `/api/audit_logs/actions?resource=feature_toggles.override&resourceId=${body.overrideToggleId}`;
  const { items } = (await admin.api.get<{ items: { action: string; changes: object }[] }>(path)).body;
  expect(items.map(({ action, changes }) => [action, changes])).toEqual([
    ['deleted', { value: { before: false } }],
    ['updated', { value: { before: true, after: false } }],
    ['created', { value: { after: true } }],
  ]);
});

proves('rate-limit', async () => {
  const admin = await superAdmin();
  const { identifier } = await aStoredToggle(admin);
  const limited = await aKey({ ...admin, perMinute: 1, perHour: 1 });
  const evaluate = () =>
    limited.api.post(`/ofrep/v1/evaluate/flags/${identifier}`, { body: { context: {} } });
  for (const _ of ['first', 'second']) {
    const { status, headers } = await evaluate();
    expect([status, headers.get('x-ratelimit-limit')]).toEqual([200, expect.stringMatching(/^\d{3,}$/)]);
  }
  const other = async () => (await limited.api.get(checkPath('boolean', identifier))).status;
  expect([await other(), await other()]).toEqual([200, 429]);
  expect((await evaluate()).status).toBe(200);
});

proves('empty-context', async () => {
  const admin = await superAdmin();
  const { identifier } = await aStoredToggle(admin, { defaultValue: true });
  const path = '/ofrep/v1/evaluate/flags';
  for (const options of [{}, { body: {} }, { body: { context: null } }]) {
    const one = await admin.api.post(`${path}/${identifier}`, options);
    expect(one).toMatchObject({ status: 200, body: { value: true } });
    const all = await admin.api.post<{ flags: unknown[] }>(path, options);
    expect(all.body.flags).toContainEqual(one.body);
  }
});

proves('protocol-errors', async () => {
  const { api } = await superAdmin();
  const path = '/ofrep/v1/evaluate/flags';
  const key = anIdentifier();
  expect(await api.post(`${path}/${key}`, { body: { context: {} } })).toMatchObject({
    status: 404,
    body: { key, errorCode: 'FLAG_NOT_FOUND', errorDetails: `There is no toggle "${key}".` },
  });
  for (const [body, errorCode] of [
    ['{', 'PARSE_ERROR'],
    ['{"context":{"__proto__":1}}', 'PARSE_ERROR'],
    ['{"context":[]}', 'INVALID_CONTEXT'],
    ['{"context":{"targetingKey":7}}', 'INVALID_CONTEXT'],
    ['{"context":{"constructor":1}}', 'INVALID_CONTEXT'],
    [`{"context":{"note":"${'x'.repeat(100_000)}"}}`, 'INVALID_CONTEXT'],
  ] as const) {
    expect(await api.post(`${path}/${key}`, { body })).toMatchObject({
      status: 400,
      body: { key, errorCode },
    });
    expect(await api.post(path, { body })).toMatchObject({ status: 400, body: { errorCode } });
  }
});
