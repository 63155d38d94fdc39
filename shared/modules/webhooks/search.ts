/** Webhooks by id and by name, deliveries and inbound endpoints. */
import {
  namedBy,
  organizationsIn,
  rowNames,
  type SearchSources,
  tenantsIn,
} from '../../kernel/modules/search.ts';
import { searchSourceOf } from '../../kernel/resources/search.ts';
import { inboundEndpoints } from './inbound/inbound-endpoints.ts';
import { deliveryLocatorKey, webhookKey, webhookListPartition } from './keys.ts';

export const searchSources: SearchSources = {
  'webhooks.webhook': {
    feature: 'webhooks.view',
    shownTo: 'selected',
    keys: (scope, id) => organizationsIn(scope).map((at) => webhookKey(at, id)),
    thingIn: namedBy('name', 'url'),
    list: rowNames(webhookListPartition, organizationsIn),
  },
  'webhooks.delivery': {
    feature: 'webhooks.view',
    shownTo: 'selected',
    keys: (scope, id) => tenantsIn(scope).map((tenant) => deliveryLocatorKey(tenant, id)),
    thingIn: namedBy('id'),
  },
  'webhooks.inbound_endpoint': searchSourceOf(inboundEndpoints),
};
