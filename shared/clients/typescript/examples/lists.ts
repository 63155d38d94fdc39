import { allPages, type EntityRecord, orThrow, type PlatformClient } from '../index.ts';

/** Every record of a type, page after page. */
export function everyRecord(client: PlatformClient, entityType: string): AsyncGenerator<EntityRecord, void> {
  return allPages((page) =>
    orThrow(client.GET('/api/entities/records', { params: { query: { entityType, page, pageSize: 200 } } })),
  );
}

/** The same as one CSV file. */
export async function recordsAsCsv(client: PlatformClient, entityType: string): Promise<string> {
  const query = { entityType, format: 'csv' };
  return orThrow(client.GET('/api/entities/records', { params: { query }, parseAs: 'text' }));
}
