import { describe, expect, it } from 'vitest';
import { eventSpecs } from '../../../shared/catalog/catalogue.ts';
import type { EventType } from '../../../shared/modules/events/contract.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { callsOf, send } from '../../support/clients/api.ts';
import { eventsPath } from '../../support/clients/events.ts';

interface Page {
  items: EventType[];
  total: number;
  totalPages: number;
}

async function listed(query = '', pageSize = 200): Promise<Page> {
  const { api } = await aTenant({ features: [] });
  const answer = await api.get<Page>(`${eventsPath}?pageSize=${pageSize}&${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}
const typesOf = ({ items }: Page): string[] => items.map(({ type }) => type);

describe('GET /api/events', () => {
  it('shows every event of the platform to every caller, by type', async () => {
    const page = await listed();
    expect(typesOf(page)).toEqual(eventSpecs.map(({ type }) => type).toSorted());
    expect(page.total).toBe(eventSpecs.length);
  });

  it('describes the fields of an event and shows a sample', async () => {
    const [event] = (await listed('search=key.rotated')).items;
    expect(event).toMatchObject({
      type: 'api_keys.key.rotated',
      module: 'api_keys',
      clientBroadcast: false,
      sample: { prefix: 'pmk_3f9a1c2e' },
      schema: {
        type: 'object',
        properties: { prefix: { type: 'string', description: 'The visible beginning of its secret.' } },
      },
    });
  });

  it.each([
    ['module=auth', ['auth.role', 'auth.user']],
    ['module=unheard_of', []],
    ['search=ORGANIZATION.', ['directory.organization']],
    ['module=feature_toggles&search=override', ['feature_toggles.override']],
  ])('%s filters it', async (query, resources) => {
    const page = await listed(query);
    expect([...new Set(typesOf(page).map((type) => type.replace(/\.\w+$/, '')))]).toEqual(resources);
    expect(page.total).toBe(page.items.length);
  });

  it('is paged and sorted in both directions', async () => {
    const all = typesOf(await listed());
    expect(typesOf(await listed('page=2', 7))).toEqual(all.slice(7, 14));
    expect(typesOf(await listed('sortDir=desc'))).toEqual(all.toReversed());
    const modules = (await listed('sortField=module')).items.map(({ module }) => module);
    expect(modules).toEqual(modules.toSorted());
  });

  it('returns 401 without credentials, and reads only the caller', async () => {
    expect((await send('GET', eventsPath)).status).toBe(401);
    const { api } = await aTenant();
    const answer = await api.get(eventsPath);
    expect((await callsOf(answer)).map(({ action }) => action)).toEqual(['UpdateItem']);
  });
});
