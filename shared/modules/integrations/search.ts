/** Integrations, which are in the code of the deployment: they are found without a request. */
import type { SearchSources } from '../../kernel/modules/search.ts';
import { integrations } from './registry.ts';

export const searchSources: SearchSources = {
  'integrations.integration': {
    feature: 'integrations.view',
    shownTo: 'all',
    aliases: [
      'integrations.credentials',
      'integrations.health',
      'integrations.state',
      'integrations.version',
    ],
    known: integrations.map(({ id, title }) => ({ id, name: title, detail: id, organizationId: null })),
  },
};
