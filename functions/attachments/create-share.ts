import { createShare } from '../../shared/attachments/contract.ts';
import * as shares from '../../shared/attachments/share-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(createShare, ({ scope, params, body, client, context }) =>
  shares.createShare(scope, params.id, body, client.origin, context),
);
