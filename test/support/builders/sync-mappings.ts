/** Saved mappings of sync runs. */
import { randomUUID } from 'node:crypto';

export const mappingsPath = '/api/data_sync/mappings';
export const mappingPath = (id: string): string => `${mappingsPath}/${id}`;

export const someMapping = () => ({
  fields: [{ externalField: 'Name', localField: 'name', transform: 'trim' }],
  matchStrategy: 'externalId',
});

/** A mapping of an integration that no other test uses. */
export const aMapping = (more: Record<string, unknown> = {}) => ({
  integrationId: `sync_${randomUUID()}`,
  entityType: 'shop.product',
  mapping: someMapping(),
  ...more,
});
