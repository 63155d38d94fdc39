import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { filesClientConfig } from '../../shared/kernel/files/client.ts';
import type { Tour } from './tour.ts';

const customers = 250;
const batchSize = 50;

interface Progress {
  progressPercent: number;
  processedCount: number;
  totalCount: number | null;
}

/** One line: `[##########----------] 50 % 125 of 250`. */
function lineOf({ progressPercent, processedCount, totalCount }: Progress): string {
  const bar = '#'.repeat(Math.floor(progressPercent / 5)).padEnd(20, '-');
  return `[${bar}] ${progressPercent} % ${processedCount} of ${totalCount ?? '?'}`;
}

/** A CSV file becomes records, each only once, however often it is imported. */
export async function syncSteps({ access, chapter, sample, step, tag }: Tour): Promise<void> {
  const { aws } = access;
  if (aws?.buckets.sync === undefined) return;
  chapter('Data sync');
  const key = 'acmeAdmin';
  const prefix = `demo-${tag}`;
  const entityType = 'crm.customer';
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey, buckets } = aws;
  const s3 = new S3Client({
    ...filesClientConfig,
    ...{ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } },
  });
  const rows = Array.from(
    { length: customers },
    (_, index) => `${tag}-${index + 1},Customer ${index + 1},Berlin`,
  );
  const bad = ',A row without an id,Nowhere';
  await s3.send(
    new PutObjectCommand({
      Bucket: buckets.sync,
      Key: `${prefix}/${entityType}.csv`,
      Body: ['id,name,city', ...rows, bad].join('\n'),
    }),
  );
  console.log(`  s3://${buckets.sync}/${prefix}/${entityType}.csv has ${customers} customers and a bad row`);
  const integration = '/api/integrations/sync_s3_files';
  const bucket = buckets.sync;
  const credentials = { bucket, prefix, format: 'csv', endpoint, region, accessKeyId, secretAccessKey };
  await step('Set the location of the files', {
    method: 'PUT',
    path: `${integration}/credentials`,
    key,
    expect: 200,
    body: { credentials },
  });
  await sample('Enable the integration', 'updateIntegrationState', {
    key,
    params: { id: 'sync_s3_files' },
  });
  await sample('Check the connection', 'validateSyncConnection', {
    key,
    body: { direction: 'import' },
    show: ({ message }) => message,
  });
  const runOf = async (what: string) => {
    const { id } = await sample(what, 'startSyncRun', {
      key,
      headers: { 'Idempotency-Key': `${tag} ${what}` },
      body: { batchSize, fullSync: true },
      show: (answer) => answer,
    });
    await step('It runs batch by batch until it is complete', {
      method: 'GET',
      path: `/api/data_sync/runs/${String(id)}`,
      key: 'acmeViewer',
      expect: 200,
      again({ status, progressJob }) {
        if (progressJob) console.log(`  ${lineOf(progressJob as Progress)}`);
        return status === 'pending' || status === 'running';
      },
      show: ({ status, createdCount, updatedCount, skippedCount, failedCount, heldBackCount }) => ({
        ...{ status, createdCount, updatedCount, skippedCount, failedCount, heldBackCount },
      }),
    });
    return String(id);
  };
  const first = await runOf('Import the file');
  await step('List the rejected rows with their errors', {
    method: 'GET',
    path: `/api/data_sync/runs/${first}/failures`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ items }) => (items as { error: string }[]).map(({ error }) => error),
  });
  await runOf('Import it again: nothing is written');
  const { id: mappingId } = await sample('Import only customers from Oslo from now on', 'saveSyncMapping', {
    key,
    body: { entityType, mapping: { condition: { field: 'city', operator: '=', value: 'Oslo' } } },
  });
  await runOf('All rows are held back, and counted');
  await step('Import all of them again', {
    method: 'DELETE',
    path: `/api/data_sync/mappings/${String(mappingId)}`,
    key,
    expect: 200,
  });
  await sample('From now on it is imported every night', 'saveSyncSchedule', {
    key,
    body: { integrationId: 'sync_s3_files', entityType, direction: 'import', scheduleValue: '0 2 * * *' },
    show: ({ scheduleValue, nextRunAt }) => ({ scheduleValue, nextRunAt }),
  });
  await step('A record', {
    method: 'GET',
    path: `/api/entities/records?entityType=${entityType}&externalId=${tag}-1`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ items }) => (items as { fields: unknown }[]).map(({ fields }) => fields),
  });
}
