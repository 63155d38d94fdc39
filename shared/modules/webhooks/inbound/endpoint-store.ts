/** What an inbound endpoint is in the table, in lists, in events and in the audit trail. Its id alone finds it. */
import type { RowSpec } from '../../../kernel/resources/row-spec.ts';
import { toLiveRow } from '../../../kernel/resources/rows.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { inboundEndpointKey, inboundListingKey, inboundListPartition } from '../keys.ts';
import type { StoredEndpoint } from './inbound-endpoint.ts';

type EndpointListField = 'name' | 'providerKey' | 'isActive' | 'createdAt' | 'updatedAt';

export const inboundEndpoint: RowSpec<StoredEndpoint, EndpointListField> = {
  name: 'webhooks.inbound_endpoint',
  title: 'Inbound endpoint',
  entity: 'inbound_endpoint',
  rowKey: (_, id) => inboundEndpointKey(id),
  list: {
    partition: inboundListPartition,
    key: (endpoint) => inboundListingKey(endpoint, Date.parse(endpoint.createdAt), endpoint.id),
    keyOrder: { field: 'createdAt', direction: 'desc' },
    attributes: { name: 'n', providerKey: 'p', isActive: 'a', createdAt: 'ca', updatedAt: 'ua' },
    values: ({ name, providerKey, isActive, createdAt, updatedAt }) => ({
      ...{ name, providerKey, isActive },
      createdAt: Date.parse(createdAt),
      updatedAt: Date.parse(updatedAt),
    }),
    searchIn: ['name'],
    bytes: () => 2_000,
    hasSecrets: true,
  },
  limit: {
    what: 'inbound endpoints in an organization',
    max: () => integerSetting('INBOUND_ENDPOINTS_PER_ORGANIZATION'),
  },
  eventData: ({ name, providerKey, isActive }) => ({ name, providerKey, isActive }),
  audited: ({ secret: _secret, revision: _revision, ...endpoint }) => endpoint,
  deletes: 'at once',
};

/** The endpoint with this id, of any tenant: only for the receiver, which has no authenticated caller. */
export async function findEndpointOfAnyone(id: string): Promise<StoredEndpoint | undefined> {
  return toLiveRow(inboundEndpoint, await getItem(inboundEndpointKey(id)));
}
