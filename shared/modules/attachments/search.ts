/** Files by id. */
import { namedBy, type SearchSources, tenantsIn } from '../../kernel/modules/search.ts';
import { attachmentKey } from './keys.ts';

export const searchSources: SearchSources = {
  'attachments.attachment': {
    feature: 'attachments.view',
    shownTo: 'selected',
    keys: (scope, id) => tenantsIn(scope).map((tenant) => attachmentKey(tenant, id)),
    thingIn: namedBy('fileName', 'mimeType'),
  },
};
