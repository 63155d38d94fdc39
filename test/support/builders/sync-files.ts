/** Syncs over HTTP with files in the runtime's bucket for them. */
import { randomUUID } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, inject } from 'vitest';
import { filesClientConfig } from '../../../shared/kernel/files/client.ts';
import type { SyncRunDetail } from '../../../shared/modules/sync/runs/run-contract.ts';
import type { TestResponse } from '../clients/api.ts';
import { eventually } from '../clients/eventually.ts';
import { save, turn } from './integrations.ts';
import type { TestCaller } from './tenants.ts';

export const syncPath = '/api/data_sync';
export const runsPath = `${syncPath}/runs`;
export const filesIntegration = 'sync_s3_files';

/** Creates a folder of a caller in the bucket, saves credentials and enables the integration. */
export async function aFolder(caller: TestCaller, format: 'ndjson' | 'csv' = 'ndjson') {
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey, buckets } = inject('aws');
  const bucket = String(buckets.sync);
  const prefix = `test/${randomUUID()}`;
  const s3 = new S3Client({
    ...filesClientConfig,
    ...{ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } },
  });
  const credentials = { bucket, prefix, format, endpoint, region, accessKeyId, secretAccessKey };
  await save(caller, filesIntegration, credentials);
  await turn(caller, filesIntegration, { isEnabled: true });
  return {
    credentials,
    put: (entityType: string, text: string) =>
      s3.send(new PutObjectCommand({ Bucket: bucket, Key: `${prefix}/${entityType}.${format}`, Body: text })),
    async read(entityType: string, extension: string = format): Promise<string> {
      const found = await s3.send(
        new GetObjectCommand({ Bucket: bucket, Key: `${prefix}/${entityType}.${extension}` }),
      );
      return (await found.Body?.transformToString()) ?? '';
    },
  };
}

export const lines = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

export const startSync = ({ api }: TestCaller, body: Record<string, unknown> = {}): Promise<TestResponse> =>
  api.post(`${syncPath}/run`, {
    body: { integrationId: filesIntegration, entityType: 'crm.customer', direction: 'import', ...body },
  });

/** Waits until a run fulfils the condition. */
export function runLike(
  { api }: TestCaller,
  id: string,
  isLike: (run: SyncRunDetail) => boolean,
): Promise<SyncRunDetail> {
  return eventually('the run', async () => {
    const { body } = await api.get<SyncRunDetail>(`${runsPath}/${id}`);
    return isLike(body) ? body : undefined;
  });
}

export const isOver = ({ status }: SyncRunDetail): boolean =>
  ['completed', 'failed', 'cancelled'].includes(status);

/** Starts a run and waits for its end. */
export async function synced(caller: TestCaller, body: Record<string, unknown> = {}): Promise<SyncRunDetail> {
  const answer = await startSync(caller, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return runLike(caller, String(answer.body.id), isOver);
}
