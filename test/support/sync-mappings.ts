/** Saved mappings of sync runs, and what makes their endpoints succeed. */
import { randomUUID } from 'node:crypto';
import type { Answer, Api } from './api.ts';
import { aTenant } from './builders.ts';
import type { Recipe } from './write-recipes.ts';

export const mappingsPath = '/api/data_sync/mappings';
export const mappingPath = (id: string): string => `${mappingsPath}/${id}`;

export const someMapping = () => ({
  fields: [{ externalField: 'Name', localField: 'name', transform: 'trim' }],
  matchStrategy: 'externalId',
});

/** Of an integration that no other test knows. */
export const aMapping = (more: Record<string, unknown> = {}) => ({
  integrationId: `sync_${randomUUID()}`,
  entityType: 'shop.product',
  mapping: someMapping(),
  ...more,
});

const ofSaved = (events: readonly string[], send: (api: Api, id: string) => Promise<Answer>): Recipe => {
  return async () => {
    const { api } = await aTenant();
    const { body } = await api.post(mappingsPath, { body: aMapping() });
    return { events, send: () => send(api, String(body.id)) };
  };
};

/** By operationId, as in write-recipes.ts. */
export const mappingRecipes: Record<string, Recipe> = {
  saveSyncMapping: async () => {
    const { api } = await aTenant();
    return {
      events: ['data_sync.mapping.created'],
      send: () => api.post(mappingsPath, { body: aMapping() }),
    };
  },
  'saveSyncMapping, which replaces one': async () => {
    const { api } = await aTenant();
    const body = aMapping();
    await api.post(mappingsPath, { body });
    return { events: ['data_sync.mapping.updated'], send: () => api.post(mappingsPath, { body }) };
  },
  updateSyncMapping: ofSaved(['data_sync.mapping.updated'], (api, id) =>
    api.put(mappingPath(id), { body: { mapping: {} } }),
  ),
  deleteSyncMapping: ofSaved(['data_sync.mapping.deleted'], (api, id) => api.delete(mappingPath(id))),
};
