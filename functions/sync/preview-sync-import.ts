import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { batchDependencies } from '../../shared/modules/sync/batch-dependencies.ts';
import { previewSyncImport } from '../../shared/modules/sync/preview-contract.ts';
import { previewImport } from '../../shared/modules/sync/preview-service.ts';

export const handler = endpoint(previewSyncImport, ({ scope, principal, body, context }) =>
  previewImport(scope, body, { ...batchDependencies, principal }, context),
);
