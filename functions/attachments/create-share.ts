import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { createShare } from '../../shared/modules/attachments/delivery/share-contract.ts';
import * as shares from '../../shared/modules/attachments/delivery/share-service.ts';

export const handler = endpoint(createShare, ({ scope, params, body, client, context }) =>
  shares.createShare(scope, params.id, body, client.origin, context),
);
