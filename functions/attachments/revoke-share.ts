import { revokeShare } from '../../shared/attachments/contract.ts';
import * as shares from '../../shared/attachments/share-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(revokeShare, async ({ scope, params, context }) => {
  await shares.revokeShare(scope, params.id, params.shareId, context);
  return { ok: true as const };
});
