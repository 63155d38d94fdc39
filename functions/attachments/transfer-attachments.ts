import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as library from '../../shared/modules/attachments/library/library-service.ts';
import { transferAttachments } from '../../shared/modules/attachments/library/record-files-contract.ts';

export const handler = endpoint(transferAttachments, async ({ scope, context, body, ifMatch }) => ({
  ok: true as const,
  updated: await library.transferAttachments(scope, body, ifMatch, context),
}));
