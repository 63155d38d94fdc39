import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findMapping } from '../../../shared/modules/sync/mappings/mapping.ts';
import { aMapping, mappingPath, mappingsPath, someMapping } from '../../support/builders/sync-mappings.ts';
import { aSibling, aTenant } from '../../support/builders/tenants.ts';

const nestedCondition = (levels: number): object =>
  levels === 1
    ? { field: 'city', operator: '=', value: 'Oslo' }
    : { operator: 'AND', rules: [nestedCondition(levels - 1)] };

describe('a mapping', () => {
  it('accepts a condition of maximum depth, and removes it with null', async () => {
    const { api } = await aTenant();
    const condition = nestedCondition(100);
    const { status, body } = await api.post(mappingsPath, { body: aMapping({ mapping: { condition } }) });
    expect({ status, body }).toMatchObject({ status: 201, body: { mapping: { condition } } });
    const path = mappingPath(String(body.id));
    expect((await api.get(path)).body.mapping).toEqual({ condition });
    const { body: without } = await api.put(path, { body: { mapping: { condition: null } } });
    expect(without.mapping).toEqual({ condition: null });
  });

  it('is created once per integration and entity type, and then replaced', async () => {
    const caller = await aTenant();
    const body = aMapping();
    const first = await caller.api.post(mappingsPath, { body });
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      id: expect.any(String),
      ...body,
      createdAt: expect.any(String),
      updatedAt: first.body.createdAt,
    });
    const mapping = { otherFields: 'keep', note: 'kept as it is', fields: [] };
    const second = await caller.api.post(mappingsPath, { body: { ...body, mapping } });
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({ id: first.body.id, mapping, createdAt: first.body.createdAt });
    expect(second.body.updatedAt).not.toBe(first.body.updatedAt);
    const { body: read, headers } = await caller.api.get(mappingPath(String(first.body.id)));
    expect(read).toEqual(second.body);
    expect(headers.get('etag')).toBe('"2"');
    expect(await findMapping(caller, body.integrationId, body.entityType)).toEqual(mapping);
    expect(await findMapping(caller, body.integrationId, 'shop.other')).toBeUndefined();
  });

  it('that is saved twice in parallel exists once', async () => {
    const { api } = await aTenant();
    const body = aMapping();
    const answers = await Promise.all(Array.from({ length: 4 }, () => api.post(mappingsPath, { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
    expect((await api.get(mappingsPath)).body).toMatchObject({ total: 1 });
  });

  it('is not saved again if If-Match names an older version', async () => {
    const { api } = await aTenant();
    const body = aMapping();
    const headers = { 'if-match': '"1"' };
    expect((await api.post(mappingsPath, { body, headers })).status).toBe(412);
    const statuses = [];
    for (const more of [{}, { headers }, { headers }])
      statuses.push((await api.post(mappingsPath, { body, ...more })).status);
    expect(statuses).toEqual([201, 200, 412]);
  });

  it('is replaced and deleted by its id, with the current ETag', async () => {
    const { api } = await aTenant();
    const { body } = await api.post(mappingsPath, { body: aMapping() });
    const path = mappingPath(String(body.id));
    const changed = await api.put(path, { body: { mapping: {} }, headers: { 'if-match': '"1"' } });
    expect(changed).toMatchObject({
      status: 200,
      body: { ...body, mapping: {}, updatedAt: expect.any(String) },
    });
    const stale = { 'if-match': '"1"' };
    expect(await api.put(path, { body: { mapping: someMapping() }, headers: stale })).toMatchObject({
      status: 412,
    });
    expect(await api.delete(path, { headers: stale })).toMatchObject({ status: 412 });
    expect(await api.delete(path)).toMatchObject({ status: 200, body: { deleted: true } });
    for (const answer of [api.get(path), api.delete(path), api.put(path, { body: { mapping: {} } })])
      expect(await answer).toMatchObject({ status: 404 });
    expect((await api.get(mappingsPath)).body).toMatchObject({ items: [], total: 0, totalPages: 0 });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ mapping: undefined }, 'mapping'],
    [{ mapping: 'all' }, 'mapping'],
    [{ integrationId: '' }, 'integrationId'],
    [{ entityType: 'webhooks.webhook' }, 'entityType'],
    [{ mapping: { fields: [{ externalField: 'a', localField: 'a..b' }] } }, 'mapping.fields[0].localField'],
    [
      { mapping: { fields: [{ externalField: 'a', localField: 'b', transform: 'explode' }] } },
      'mapping.fields[0].transform',
    ],
    [
      { mapping: { fields: ['a', 'b'].map((externalField) => ({ externalField, localField: 'x' })) } },
      'mapping.fields[1].localField',
    ],
    [{ mapping: { matchStrategy: 'custom' } }, 'mapping.matchField'],
    [{ mapping: { condition: { field: 'city', operator: '~', value: 1 } } }, 'mapping.condition'],
    [{ mapping: { condition: nestedCondition(101) } }, 'mapping.condition'],
  ])('that is invalid is refused: %j', async (more, field) => {
    const { api } = await aTenant();
    const { status, body } = await api.post(mappingsPath, { body: aMapping(more) });
    expect(status).toBe(400);
    expect((body.details as { field: string }[]).map((one) => one.field)).toContain(field);
  });

  it('belongs to its organization, and needs the feature to configure syncs', async () => {
    const caller = await aTenant();
    const { body } = await caller.api.post(mappingsPath, { body: aMapping() });
    const path = mappingPath(String(body.id));
    for (const { api } of [await aTenant(), await aSibling(caller)]) {
      expect(await api.get(path)).toMatchObject({ status: 404 });
      expect(await api.put(path, { body: { mapping: {} } })).toMatchObject({ status: 404 });
      expect(await api.delete(path)).toMatchObject({ status: 404 });
      expect((await api.get(mappingsPath)).body).toMatchObject({ total: 0 });
      const own = await api.post(mappingsPath, {
        body: { integrationId: body.integrationId, entityType: body.entityType, mapping: {} },
      });
      expect(own.status).toBe(201);
      expect(own.body.id).not.toBe(body.id);
    }
    expect((await caller.api.get(path)).body).toEqual(body);
    expect(await caller.api.get(mappingPath(randomUUID()))).toMatchObject({ status: 404 });
    expect(await caller.api.get(mappingPath('none'))).toMatchObject({ status: 400 });
  });

  it('is listed newest first, and can be filtered, searched and exported', async () => {
    const { api } = await aTenant();
    const saved: Record<string, unknown>[] = [];
    for (const integrationId of ['sync_a', 'sync_b'])
      for (const entityType of ['shop.product', 'shop.order'])
        saved.push((await api.post(mappingsPath, { body: aMapping({ integrationId, entityType }) })).body);
    const ids = async (query: string) =>
      ((await api.get(`${mappingsPath}?${query}`)).body.items as { id: string }[]).map(({ id }) => id);
    const of = (...indexes: number[]) => indexes.map((index) => saved[index]?.id);
    expect(await ids('sortField=createdAt&sortDir=asc')).toEqual(of(0, 1, 2, 3));
    expect(await ids('pageSize=3')).toHaveLength(3);
    expect(new Set(await ids('integrationId=sync_b'))).toEqual(new Set(of(2, 3)));
    expect(await ids('integrationId=sync_b&entityType=shop.order')).toEqual(of(3));
    expect(await ids(`id=${of(1)[0]}`)).toEqual(of(1));
    expect(new Set(await ids('search=PRODUCT'))).toEqual(new Set(of(0, 2)));
    expect(await api.get(`${mappingsPath}?pageSize=201`)).toMatchObject({ status: 400 });
  });
});
