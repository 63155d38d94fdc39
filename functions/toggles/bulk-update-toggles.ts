import { endpoint } from '../../shared/http/endpoint.ts';
import * as toggles from '../../shared/toggles/bulk-service.ts';
import { bulkUpdateToggles } from '../../shared/toggles/contract.ts';

export const handler = endpoint(bulkUpdateToggles, ({ body, context }) =>
  toggles.updateToggles(body, context),
);
