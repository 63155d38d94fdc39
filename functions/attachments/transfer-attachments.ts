import { transferAttachments } from '../../shared/attachments/contract.ts';
import * as library from '../../shared/attachments/library-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(transferAttachments, async ({ scope, context, body, ifMatch }) => ({
  ok: true as const,
  updated: await library.transferAttachments(scope, body, ifMatch, context),
}));
