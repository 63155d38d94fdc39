import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  check,
  checkPath,
  globalPath,
  setOverride,
  togglePath,
} from '../../support/builders/toggles.ts';
import { callsOf, send } from '../../support/clients/api.ts';

const defaults: [string, unknown][] = [
  ['boolean', false],
  ['string', 'text'],
  ['number', 2_500],
  ['json', { a: [1, null] }],
];

describe('GET /check/{kind}', () => {
  it.each(defaults)('returns the default of a %s toggle, then the tenant’s override', async (type, value) => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin, { type, defaultValue: value });
    const shape = (checked: unknown) =>
      type === 'boolean' ? { enabled: checked } : { valueType: type, value: checked };
    const where = { toggleId: id, identifier, tenantId: admin.tenantId };
    expect(await check(admin, type, identifier)).toEqual({
      status: 200,
      body: { ...shape(value), source: 'default', ...where },
    });
    const own = { boolean: true, string: '', number: 0, json: 'scalar' }[type];
    await setOverride(admin, id, own);
    expect(await check(admin, type, identifier)).toEqual({
      status: 200,
      body: { ...shape(own), source: 'override', ...where },
    });
    await setOverride(admin, id);
    expect((await check(admin, type, identifier)).body).toMatchObject({ source: 'default' });
  });

  it.each(['9007199254740993', '-12345678901234567890'])(
    'keeps every digit of %s, as default and as override of a number toggle',
    async (digits) => {
      const admin = await aSuperAdmin();
      const textAt = async (path: string) =>
        (await fetch(`${inject('baseUrl')}${path}`, { headers: { 'x-api-key': admin.key } })).text();
      const identifier = anIdentifier();
      const { body: made } = await admin.api.post<{ id: string }>(globalPath, {
        body: `{"identifier":"${identifier}","name":"Long","type":"number","defaultValue":${digits}}`,
      });
      expect(await textAt(togglePath(made.id))).toContain(`"defaultValue":${digits},`);
      expect(await textAt(checkPath('number', identifier))).toContain(`"value":${digits},`);
      await setOverride(admin, made.id, JSON.rawJSON(`${digits}0`));
      expect(await textAt(checkPath('number', identifier))).toContain(`"value":${digits}0,`);
    },
  );

  it('is open to every key, with any features', async () => {
    const [admin, caller] = [await aSuperAdmin(), await aTenant({ features: [] })];
    const { identifier } = await aStoredToggle(admin, { defaultValue: true });
    expect((await check(caller, 'boolean', identifier)).body).toMatchObject({
      enabled: true,
      tenantId: caller.tenantId,
    });
  });

  it('gives super admins the real value, too', async () => {
    const admin = await aSuperAdmin();
    const { identifier } = await aStoredToggle(admin, { defaultValue: false });
    expect((await check(admin, 'boolean', identifier)).body).toMatchObject({ enabled: false });
  });

  it('returns 401 without credentials', async () => {
    expect((await send('GET', checkPath('boolean', 'any'))).status).toBe(401);
  });

  it.each(['', 'identifier=', `identifier=${'x'.repeat(151)}`])(
    'returns 400 for the query "%s"',
    async (query) => {
      const { api } = await aTenant();
      const { status, body } = await api.get(`/api/feature_toggles/check/boolean?${query}`);
      expect(status).toBe(400);
      expect(body.details).toEqual([{ field: 'identifier', message: expect.any(String) }]);
    },
  );

  it.each(['Upper', 'with-dash', 'a#b', 'ümlaut'])(
    'returns 404 for %s, which is not a valid identifier',
    async (one) => {
      const { status, body } = await check(await aTenant(), 'string', one);
      expect({ status, body }).toEqual({
        status: 404,
        body: {
          error: `There is no toggle "${one}".`,
          code: 'MISSING_TOGGLE',
          identifier: one,
          expectedType: 'string',
          actualType: null,
        },
      });
    },
  );

  it('returns 404 MISSING_TOGGLE for an unknown identifier', async () => {
    const identifier = anIdentifier();
    expect(await check(await aTenant(), 'boolean', identifier)).toEqual({
      status: 404,
      body: {
        error: `There is no toggle "${identifier}".`,
        code: 'MISSING_TOGGLE',
        identifier,
        expectedType: 'boolean',
        actualType: null,
      },
    });
  });

  it.each(defaults)(
    'returns 400 TYPE_MISMATCH when a %s toggle is checked as another',
    async (type, value) => {
      const admin = await aSuperAdmin();
      const { identifier } = await aStoredToggle(admin, { type, defaultValue: value });
      for (const [expectedType] of defaults.filter(([other]) => other !== type)) {
        expect(await check(admin, expectedType, identifier)).toEqual({
          status: 400,
          body: {
            error: `The toggle "${identifier}" is of type ${type}, not ${expectedType}.`,
            code: 'TYPE_MISMATCH',
            identifier,
            expectedType,
            actualType: type,
          },
        });
      }
    },
  );

  it.each(['boolean', 'string', 'number'])(
    'returns 400 INVALID_VALUE for a %s that is null',
    async (type) => {
      const admin = await aSuperAdmin();
      const { identifier } = await aStoredToggle(admin, { type, defaultValue: null });
      expect(await check(admin, type, identifier)).toEqual({
        status: 400,
        body: {
          error: `The toggle "${identifier}" has no ${type} value.`,
          code: 'INVALID_VALUE',
          identifier,
          expectedType: type,
          actualType: 'null',
        },
      });
    },
  );

  it('returns null for a JSON toggle that is null', async () => {
    const admin = await aSuperAdmin();
    const { identifier } = await aStoredToggle(admin, { type: 'json', defaultValue: null });
    expect(await check(admin, 'json', identifier)).toMatchObject({
      status: 200,
      body: { value: null, source: 'default' },
    });
  });

  it('takes two DynamoDB requests in all, found or not', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    await setOverride(admin, id, true);
    for (const asked of [identifier, anIdentifier()]) {
      const calls = await callsOf(await admin.api.get(checkPath('boolean', asked)));
      expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'BatchGetItem']);
    }
  });
});

describe('the ETag of a check', () => {
  it('returns 304 while the value and its source stay the same', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin, { type: 'string', defaultValue: 'a' });
    const path = checkPath('string', identifier);
    const tag = async () => String((await admin.api.get(path)).headers.get('etag'));
    const etag = await tag();
    const again = () => admin.api.get(path, { headers: { 'if-none-match': etag } });
    const unchanged = await again();
    expect(unchanged.status).toBe(304);
    expect(unchanged.body).toBeUndefined();
    expect(unchanged.headers.get('cache-control')).toBe('private, no-cache');
    expect((await admin.api.get(path, { headers: { 'if-none-match': `W/${etag}` } })).status).toBe(304);

    await admin.api.put(globalPath, { body: { id, name: 'Only a name' } });
    expect((await again()).status).toBe(304);
    await setOverride(admin, id, 'a');
    expect(await again()).toMatchObject({ status: 200, body: { value: 'a', source: 'override' } });
    await setOverride(admin, id);
    expect((await again()).status).toBe(304);
    await admin.api.put(globalPath, { body: { id, defaultValue: 'b' } });
    expect(await again()).toMatchObject({ status: 200, body: { value: 'b' } });
  });

  it('differs between tenants, because the response names the tenant', async () => {
    const [admin, other] = [await aSuperAdmin(), await aTenant()];
    const { identifier } = await aStoredToggle(admin);
    const path = checkPath('boolean', identifier);
    const etag = String((await admin.api.get(path)).headers.get('etag'));
    expect((await other.api.get(path, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('does not hide the deletion of the toggle', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    const path = checkPath('boolean', identifier);
    const etag = String((await admin.api.get(path)).headers.get('etag'));
    await admin.api.delete(globalPath, { body: { id } });
    expect((await admin.api.get(path, { headers: { 'if-none-match': etag } })).status).toBe(404);
  });
});

describe('a tenant that the caller selects', () => {
  it('is its own or 403; a super admin may select any', async () => {
    const [admin, caller] = [await aSuperAdmin(), await aTenant()];
    const { id, identifier } = await aStoredToggle(admin);
    await setOverride(admin, id, true);
    const at = (tenantId: string) => `${checkPath('boolean', identifier)}&tenantId=${tenantId}`;
    expect((await caller.api.get(at(caller.tenantId))).body).toMatchObject({ enabled: false });
    expect((await caller.api.get(at(admin.tenantId))).status).toBe(403);
    expect((await caller.api.get(at(randomUUID()))).status).toBe(403);
    expect((await admin.api.get(at(caller.tenantId))).body).toMatchObject({
      enabled: false,
      tenantId: caller.tenantId,
    });
  });
});
