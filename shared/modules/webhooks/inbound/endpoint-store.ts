import { toLiveRow } from '../../../kernel/resources/rows.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { inboundEndpointKey } from '../keys.ts';
import { inboundEndpointRows, type StoredEndpoint } from './inbound-endpoints.ts';

/** The endpoint with this id, of any tenant: only for the receiver, which has no authenticated caller. */
export async function findEndpointOfAnyone(id: string): Promise<StoredEndpoint | undefined> {
  return toLiveRow(inboundEndpointRows, await getItem(inboundEndpointKey(id)));
}
