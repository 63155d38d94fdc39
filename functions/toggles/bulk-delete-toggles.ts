import { endpoint } from '../../shared/http/endpoint.ts';
import * as toggles from '../../shared/toggles/bulk-service.ts';
import { bulkDeleteToggles } from '../../shared/toggles/contract.ts';

export const handler = endpoint(bulkDeleteToggles, ({ body, context }) =>
  toggles.deleteToggles(body.ids, context),
);
