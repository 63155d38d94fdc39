/** Typical calls of syncs: an import of a file that is not there, which ends after one batch. */
import { randomUUID } from 'node:crypto';
import { startSyncRun, validateSyncConnection } from '../../shared/sync/contract.ts';
import type { BenchCaller, Platform } from './platform.ts';
import type { Prepare, TypicalCall } from './typical-calls.ts';

const integrationId = 'sync_s3_files';
const runs = '/api/data_sync/runs';

async function connectFiles(platform: Platform, caller: BenchCaller): Promise<void> {
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey, buckets } = platform.aws;
  const access = { endpoint, region, accessKeyId, secretAccessKey };
  const credentials = { bucket: buckets.sync, prefix: 'bench', format: 'ndjson', ...access };
  const path = `/api/integrations/${integrationId}`;
  await platform.call(caller, 'PUT', `${path}/credentials`, { credentials });
  await platform.call(caller, 'PUT', `${path}/state`, { isEnabled: true });
}

/** Another type each time: runs of one kind wait for each other. */
const subject = () => ({
  integrationId,
  entityType: `bench.t${randomUUID().slice(0, 8)}`,
  direction: 'import',
});

const ofRun =
  (call: (path: string) => TypicalCall, isOver = false): Prepare =>
  async (platform, caller) => {
    await connectFiles(platform, caller);
    const { body } = await platform.call(caller, 'POST', startSyncRun.path, subject());
    const path = `${runs}/${(body as { id: string }).id}`;
    while (isOver) {
      const { body: run } = await platform.call(caller, 'GET', path);
      if ((run as { finishedAt: string | null }).finishedAt !== null) break;
    }
    return call(path);
  };

/** By operation id. */
export const syncPreparations: Readonly<Record<string, Prepare>> = {
  startSyncRun: async (platform, caller) => {
    await connectFiles(platform, caller);
    return { path: startSyncRun.path, body: subject() };
  },
  getSyncRun: ofRun((path) => ({ path })),
  listSyncFailures: ofRun((path) => ({ path: `${path}/failures` })),
  cancelSyncRun: ofRun((path) => ({ path: `${path}/cancel` })),
  retrySyncRun: ofRun((path) => ({ path: `${path}/retry`, body: {} }), true),
  validateSyncConnection: async (platform, caller) => {
    await connectFiles(platform, caller);
    return { path: validateSyncConnection.path, body: { ...subject(), direction: 'export' } };
  },
};
