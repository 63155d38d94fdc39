/** How things of all modules are found and named, by kind. Written by `npm run openapi`. */
import type { SearchSources } from '../kernel/modules/search.ts';
import { searchSources as attachments } from '../modules/attachments/search.ts';
import { searchSources as entities } from '../modules/entities/search.ts';
import { searchSources as identity } from '../modules/identity/search.ts';
import { searchSources as integrations } from '../modules/integrations/search.ts';
import { searchSources as payments } from '../modules/payments/search.ts';
import { searchSources as progress } from '../modules/progress/search.ts';
import { searchSources as rules } from '../modules/rules/search.ts';
import { searchSources as scheduler } from '../modules/scheduler/search.ts';
import { searchSources as sync } from '../modules/sync/search.ts';
import { searchSources as toggles } from '../modules/toggles/search.ts';
import { searchSources as webhooks } from '../modules/webhooks/search.ts';

export const moduleSearchSources: SearchSources = {
  ...attachments,
  ...entities,
  ...identity,
  ...integrations,
  ...payments,
  ...progress,
  ...rules,
  ...scheduler,
  ...sync,
  ...toggles,
  ...webhooks,
};
