import { describe, expect, it } from 'vitest';
import { aFile, aQuietPartition, libraryPath } from '../../support/builders/attachments.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';
import { interleaved } from '../../support/fault-injection/interleaving.ts';

describe('the library', () => {
  it('costs the same few requests for any content', async () => {
    const { api } = await aTenant();
    await aFile(api, { tags: '["a"]' });
    const answer = await api.get(libraryPath);
    expect((await callsOf(answer)).map(({ action }) => action).toSorted()).toEqual([
      'BatchGetItem', // rows and counters
      'Query', // page
      'Query', // tags
      'Query', // changed default partitions
      'Query', // own partitions
      'UpdateItem', // the caller
    ]);
  });

  it('names tags and partitions by their letters, in any case and with any accents', async () => {
    const { api } = await aTenant();
    await aFile(api, { tags: JSON.stringify(['Zorn', 'österlich', 'Ostern', 'apfel']) });
    for (const title of ['Österreich', 'osten', 'Norden'])
      await api.post('/api/attachments/partitions', { body: { code: `p${title.length}`, title } });
    type Library = { availableTags: string[]; partitions: { title: string }[] };
    const { body } = await api.get<Library>(libraryPath);
    expect(body.availableTags).toEqual(['apfel', 'österlich', 'Ostern', 'Zorn']);
    expect(body.partitions.map(({ title }) => title).slice(0, 3)).toEqual(['Norden', 'osten', 'Österreich']);
  });
});

describe('a file', () => {
  const many = (prefix: string) =>
    Array.from({ length: 50 }, (_, index) => `${prefix}${String(index).padStart(2, '0')}`);

  it('is changed completely if another writer changes it while all its tags are replaced', async () => {
    const { api } = await aTenant();
    const partitionCode = await aQuietPartition(api);
    const { id } = await aFile(api, { tags: JSON.stringify(many('a')), partitionCode });
    const path = `${libraryPath}/${id}`;
    const headers = { 'if-match': (await api.get(path)).headers.get('etag') ?? '' };
    const assignments = [{ type: 'sales.order', id: 'SO-7' }];
    const { status, body } = await interleaved(
      (request) => request.includes('TransactItems') && request.includes('"b00"'),
      () => api.patch(path, { body: { assignments } }),
      () => api.patch(path, { body: { tags: many('b') }, headers }),
    );
    expect([status, body]).toMatchObject([200, { item: { tags: many('b'), assignments } }]);
    expect((await api.get(path)).body).toMatchObject({ item: { tags: many('b'), assignments } });
    expect((await api.get(libraryPath)).body.availableTags).toEqual(many('b'));
  });
});
