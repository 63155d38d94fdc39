/** What may need attention in all modules, by kind. Written by `npm run openapi`. */
import type { AttentionSources } from '../kernel/modules/attention.ts';
import { attentionSources as integrations } from '../modules/integrations/attention.ts';
import { attentionSources as platform } from '../modules/platform/attention.ts';
import { attentionSources as scheduler } from '../modules/scheduler/attention.ts';
import { attentionSources as sync } from '../modules/sync/attention.ts';
import { attentionSources as webhooks } from '../modules/webhooks/attention.ts';

export const attentionSources: AttentionSources = {
  ...integrations,
  ...platform,
  ...scheduler,
  ...sync,
  ...webhooks,
};
