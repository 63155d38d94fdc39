import { describe, expect, it } from 'vitest';
import { eventSpecs } from '../../../shared/catalog/catalogue.ts';
import type { EventType } from '../../../shared/modules/events/contract.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';
import { eventsPath } from '../../support/clients/events.ts';

interface Page {
  items: EventType[];
  total: number;
}

const typesOf = ({ items }: Page): string[] => items.map(({ type }) => type);

describe('GET /api/events', () => {
  it('shows every event of the platform to every caller, by type', async () => {
    const { api } = await aTenant({ features: [] });
    const page = (await api.get<Page>(`${eventsPath}?pageSize=200`)).body;
    expect(typesOf(page)).toEqual(eventSpecs.map(({ type }) => type).toSorted());
    expect(page.total).toBe(eventSpecs.length);
  });

  it('reads only the caller', async () => {
    const { api } = await aTenant();
    const answer = await api.get(eventsPath);
    expect((await callsOf(answer)).map(({ action }) => action)).toEqual(['UpdateItem']);
  });
});
