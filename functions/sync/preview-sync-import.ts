import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { batchDependencies } from '../../shared/modules/sync/batch-dependencies.ts';
import { previewSyncImport } from '../../shared/modules/sync/preview-contract.ts';
import * as previews from '../../shared/modules/sync/preview-service.ts';

export const handler = endpoint(previewSyncImport, previews.previewSyncImport(batchDependencies));
