import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';

const maxWebhooks = 200;

/** The webhooks with their subscriptions. */
export const useWebhookChoices = (enabled = true) =>
  useRead(
    ['webhooks', 'choices'],
    (api) =>
      orThrow(
        api.GET('/api/webhooks', {
          params: { query: { pageSize: maxWebhooks, sortField: 'name', sortDir: 'asc' } },
        }),
      ),
    { enabled },
  );
