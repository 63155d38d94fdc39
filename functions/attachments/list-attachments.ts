import { listAttachments } from '../../shared/attachments/contract.ts';
import * as library from '../../shared/attachments/library-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(listAttachments, async ({ scope, query }) =>
  library.listAttachments(scope, query),
);
