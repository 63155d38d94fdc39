import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as toggles from '../../shared/modules/toggles/bulk-service.ts';
import { bulkDeleteToggles } from '../../shared/modules/toggles/contract.ts';

export const handler = endpoint(bulkDeleteToggles, ({ body, context }) =>
  toggles.deleteToggles(body.ids, context),
);
