import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { everyItem } from '../api/every-item.ts';
import { useRead } from '../api/queries.ts';

/** All webhooks with their subscriptions, by name. */
export const useWebhookChoices = (enabled = true) =>
  useRead(
    ['webhooks', 'choices'],
    (api) =>
      everyItem((page) => {
        const query = { page, pageSize: 200, sortField: 'name', sortDir: 'asc' } as const;
        return orThrow(api.GET('/api/webhooks', { params: { query } }));
      }),
    { enabled },
  );
