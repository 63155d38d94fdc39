/** Reads one record with its version. Records are read through lists, so the address also contains the type. */
import { orThrow, type PlatformClient } from '../../../shared/clients/typescript/index.ts';
import { recordTexts } from '../texts/records.ts';

/** Null if it does not exist. */
export async function findRecord(api: PlatformClient, entityType: string, id: string) {
  const query = { entityType, id, pageSize: 1 };
  const { items } = await orThrow(api.GET('/api/entities/records', { params: { query } }));
  const [data] = items;
  return data === undefined ? null : { data, etag: `"${data.version}"` };
}

/** Throws if it does not exist. */
export async function readRecord(api: PlatformClient, entityType: string, id: string) {
  const found = await findRecord(api, entityType, id);
  if (found === null) throw new Error(recordTexts.show.gone);
  return found;
}
