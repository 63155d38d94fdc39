import { describe, expect, it } from 'vitest';
import type { Toggle } from '../../../shared/modules/toggles/toggle-contract.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import {
  anAdminWithoutTenant,
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  batchPath,
  globalPath,
  setOverride,
} from '../../support/builders/toggles.ts';
import { callsOf, send } from '../../support/clients/api.ts';

const checkAll = ({ api }: Pick<TestCaller, 'api'>, identifiers: unknown) =>
  api.post(batchPath, { body: { identifiers } });

describe('POST /check/batch', () => {
  it('returns value, source and type of each toggle, and an error code for toggles without a value', async () => {
    const admin = await aSuperAdmin();
    const flag = await aStoredToggle(admin);
    const text = await aStoredToggle(admin, { type: 'string', defaultValue: 'x' });
    const empty = await aStoredToggle(admin, { type: 'number', defaultValue: null });
    const json = await aStoredToggle(admin, { type: 'json', defaultValue: null });
    await setOverride(admin, flag.id, true);
    const missing = anIdentifier();
    const asked = [text.identifier, missing, flag.identifier, 'No-Such', empty.identifier, json.identifier];
    const { status, body } = await checkAll(admin, asked);
    const entry = ({ id, identifier, type }: typeof flag, value: unknown, source: string) => ({
      identifier,
      toggleId: id,
      valueType: type,
      value,
      source,
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        tenantId: admin.tenantId,
        results: [
          entry(text, 'x', 'default'),
          { identifier: missing, code: 'MISSING_TOGGLE', error: `There is no toggle "${missing}".` },
          entry(flag, true, 'override'),
          { identifier: 'No-Such', code: 'MISSING_TOGGLE', error: 'There is no toggle "No-Such".' },
          {
            identifier: empty.identifier,
            valueType: 'number',
            code: 'INVALID_VALUE',
            error: `The toggle "${empty.identifier}" has no number value.`,
          },
          entry(json, null, 'default'),
        ],
      },
    });
  });

  it('reads 50 toggles with one request, and returns repeated identifiers once', async () => {
    const caller = await aTenant({ features: [] });
    const identifiers = Array.from({ length: 50 }, () => anIdentifier());
    const answer = await checkAll(caller, [...identifiers, ...identifiers]);
    expect((answer.body.results as unknown[]).length).toBe(50);
    expect((await callsOf(answer)).map(({ action }) => action)).toEqual(['UpdateItem', 'BatchGetItem']);
  });

  it('returns renamed toggles, and those that have their old identifiers', async () => {
    const admin = await aSuperAdmin();
    const old = await aStoredToggle(admin, { type: 'string', defaultValue: 'old' });
    await setOverride(admin, old.id, 'own');
    const renamed = anIdentifier();
    await admin.api.put(globalPath, { body: { id: old.id, identifier: renamed } });
    const both = [renamed, old.identifier];
    const values = async () =>
      ((await checkAll(admin, both)).body.results as Record<string, unknown>[]).map(
        ({ value, code }) => value ?? code,
      );
    expect(await values()).toEqual(['own', 'MISSING_TOGGLE']);
    const next = { identifier: old.identifier, type: 'string', defaultValue: 'next' };
    await aStoredToggle(admin, next);
    for (let round = 0; round < 4; round++) expect(await values()).toEqual(['own', 'next']);
  });

  it('returns a hundred of the largest values in one response', async () => {
    const admin = await aSuperAdmin();
    // Quotes grow most: each is escaped once as JSON and once more by Lambda.
    const defaultValue = '"'.repeat(12_287);
    const toggles: Toggle[] = [];
    for (let round = 0; round < 10; round++) {
      const ten = Array.from({ length: 10 }, () => aStoredToggle(admin, { type: 'json', defaultValue }));
      toggles.push(...(await Promise.all(ten)));
    }
    const answer = await checkAll(
      admin,
      toggles.map(({ identifier }) => identifier),
    );
    expect(answer.status).toBe(200);
    const results = answer.body.results as { value: unknown }[];
    expect(results.filter(({ value }) => value === defaultValue)).toHaveLength(100);
  });

  it.each<[unknown]>([[[]], [undefined], ['new_checkout'], [[5]], [['']], [Array(101).fill('x')]])(
    'returns 400 for the identifiers %j',
    async (identifiers) => {
      const answer = await checkAll(await aTenant(), identifiers);
      expect(answer.status).toBe(400);
      expect(answer.body.details).toEqual([
        { field: expect.stringMatching(/^identifiers/), message: expect.any(String) },
      ]);
    },
  );

  it('returns 401 without credentials and 400 without a tenant', async () => {
    const body = { identifiers: ['any'] };
    expect((await send('POST', batchPath, { body })).status).toBe(401);
    expect((await checkAll({ api: await anAdminWithoutTenant() }, ['any'])).status).toBe(400);
  });
});

describe('GET /toggles', () => {
  it('refuses a page of toggles in use that is too large for one response', async () => {
    const admin = await aSuperAdmin();
    const category = anIdentifier('category');
    const large = { category, type: 'json', defaultValue: '"'.repeat(12_287) };
    for (let round = 0; round < 11; round++)
      await Promise.all(Array.from({ length: 10 }, () => aStoredToggle(admin, large)));
    const list = (pageSize: number) =>
      admin.api.get(`/api/feature_toggles/toggles?stale=false&category=${category}&pageSize=${pageSize}`);
    expect(await list(110)).toMatchObject({ status: 400, body: { code: 'page_too_large', pageSize: 110 } });
    expect((await list(100)).body.items).toHaveLength(100);
  });
});
