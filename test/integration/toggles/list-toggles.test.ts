import { describe, expect, it } from 'vitest';
import { aStoredToggle, aSuperAdmin, globalPath } from '../../support/builders/toggles.ts';
import { callsOf } from '../../support/clients/api.ts';

describe('GET /global', () => {
  it('reads a toggle by key if the id is given, strongly consistent', async () => {
    const { api } = await aSuperAdmin();
    const { id } = await aStoredToggle({ api });
    const answer = await api.get(`${globalPath}?id=${id}`);
    expect(answer.body).toMatchObject({ items: [{ id }], total: 1 });
    expect((await callsOf(answer)).map(({ action }) => action)).toEqual(['UpdateItem', 'BatchGetItem']);
    expect((await api.get(`${globalPath}?id=${id}&type=json`)).body).toMatchObject({ items: [], total: 0 });
  });

  it('reads its first page and the total with at most four DynamoDB requests', async () => {
    const admin = await aSuperAdmin();
    await aStoredToggle(admin);
    // The first list of an instance also checks whether the counters are initialized.
    await admin.api.get(`${globalPath}?pageSize=1`);
    const calls = await callsOf(await admin.api.get(`${globalPath}?pageSize=1`));
    const actions = calls.map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(['UpdateItem', 'Query']);
    // With many toggles the counters are read, and a large toggle by its key.
    expect(actions.length).toBeLessThanOrEqual(4);
  });
});
