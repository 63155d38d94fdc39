import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listAttachments } from '../../shared/modules/attachments/contract.ts';
import * as library from '../../shared/modules/attachments/library/library-service.ts';

export const handler = endpoint(listAttachments, async ({ scope, query }) =>
  library.listAttachments(scope, query),
);
