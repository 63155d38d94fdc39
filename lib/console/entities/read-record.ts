/** One record with its version. Only lists find a record, so its address names the type as well. */
import { orThrow, type PlatformClient } from '../../../shared/clients/typescript/index.ts';
import { recordTexts } from '../texts/records.ts';

/** Null when there is none. */
export async function findRecord(api: PlatformClient, entityType: string, id: string) {
  const query = { entityType, id, pageSize: 1 };
  const { items } = await orThrow(api.GET('/api/entities/records', { params: { query } }));
  const [data] = items;
  return data === undefined ? null : { data, etag: `"${data.version}"` };
}

/** Throws when there is none. */
export async function readRecord(api: PlatformClient, entityType: string, id: string) {
  const found = await findRecord(api, entityType, id);
  if (found === null) throw new Error(recordTexts.show.gone);
  return found;
}
