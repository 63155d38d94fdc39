import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as toggles from '../../shared/modules/toggles/bulk-service.ts';
import { bulkUpdateToggles } from '../../shared/modules/toggles/contract.ts';

export const handler = endpoint(bulkUpdateToggles, ({ body, context }) =>
  toggles.updateToggles(body, context),
);
