import { listShares } from '../../shared/attachments/contract.ts';
import * as shares from '../../shared/attachments/share-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(listShares, async ({ scope, params, context }) => ({
  items: await shares.listShares(scope, params.id, context.nowMs),
}));
