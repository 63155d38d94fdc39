import {
  bodyOf,
  continued,
  idMadeBy,
  madeBy,
  type Need,
  type SampleClient,
  sample,
  sampleAfter,
} from '../../kernel/samples/sample.ts';
import { updateIntegrationCredentials, updateIntegrationState } from '../integrations/public-contract.ts';
import * as contract from './contract.ts';

const files = { integrationId: 'sync_s3_files', direction: 'import' };

async function connect(client: SampleClient, id: string, credentials: Record<string, string>): Promise<void> {
  const params = { id };
  await client.call(updateIntegrationCredentials, { params, body: { credentials } });
  await client.call(updateIntegrationState, { params, body: { isEnabled: true } });
}

/** Customers of a bucket's folder, of a type that no other run imports: runs of one type wait for each other. */
const connected: Need<object> = {
  shown: {},
  make: async (client) => {
    const { syncBucket } = client.surroundings;
    await connect(client, files.integrationId, { ...syncBucket, prefix: 'samples', format: 'csv' });
    return {};
  },
};
const startSyncRun = sampleAfter(connected, contract.startSyncRun, {
  request: (_, unique) => ({ body: { ...files, entityType: unique('crm.customer') } }),
  events: ['data_sync.run.requested'],
});
const run = idMadeBy(startSyncRun);

/** A run whose source does not answer, so that it is still under way. */
const waiting: Need<object> = {
  shown: {},
  make: async (client) => {
    await connect(client, 'sync_http_json', { baseUrl: 'http://127.0.0.1:9/', token: 'token-1001' });
    return {};
  },
};
const unanswered = idMadeBy(
  sampleAfter(waiting, contract.startSyncRun, {
    request: (_, unique) => ({
      body: { ...files, integrationId: 'sync_http_json', entityType: unique('crm.customer') },
    }),
  }),
);
const cancelled = continued(unanswered, (client, params) => client.call(contract.cancelSyncRun, { params }));

const mappingOf = (entityType: string) => ({
  integrationId: files.integrationId,
  entityType,
  mapping: contract.mappingExample,
});
const saveMapping = sample(contract.saveSyncMapping, {
  request: (unique) => ({ body: mappingOf(unique('crm.customer')) }),
  events: ['data_sync.mapping.created'],
});
const mapping = idMadeBy(saveMapping);
const savedMapping = madeBy(saveMapping, (_, request) => ({ body: bodyOf(request) }));

const saveSchedule = sample(contract.saveSyncSchedule, {
  request: (unique) => ({ body: { ...contract.scheduleExample, entityType: unique('crm.customer') } }),
  events: ['scheduler.job.created'],
});
const schedule = idMadeBy(saveSchedule);
const savedSchedule = madeBy(saveSchedule, (_, request) => ({ body: bodyOf(request) }));

export const syncSamples = [
  sampleAfter(connected, contract.validateSyncConnection, {
    request: () => ({ body: { ...files, entityType: 'crm.customer', direction: 'export' } }),
    withoutEvents: 'It reads: the connection to check is in the body.',
  }),
  sample(contract.listSyncOptions),
  sampleAfter(run, contract.listSyncFailures, { request: (params) => ({ params }) }),
  sample(contract.listSyncMappings),
  saveMapping,
  sampleAfter(savedMapping, contract.saveSyncMapping, {
    variant: 'which replaces one',
    request: ({ body }) => ({ body }),
    events: ['data_sync.mapping.updated'],
  }),
  sampleAfter(mapping, contract.getSyncMapping, { request: (params) => ({ params }) }),
  sampleAfter(mapping, contract.updateSyncMapping, {
    request: (params) => ({ params, body: { mapping: contract.mappingExample } }),
    events: ['data_sync.mapping.updated'],
  }),
  sampleAfter(mapping, contract.deleteSyncMapping, {
    request: (params) => ({ params }),
    events: ['data_sync.mapping.deleted'],
  }),
  sample(contract.listSyncRuns),
  sampleAfter(run, contract.getSyncRun, { request: (params) => ({ params }) }),
  sampleAfter(unanswered, contract.cancelSyncRun, {
    request: (params) => ({ params }),
    events: ['data_sync.run.cancelled'],
  }),
  sample(contract.listSyncSchedules),
  saveSchedule,
  sampleAfter(savedSchedule, contract.saveSyncSchedule, {
    variant: 'which changes one',
    request: ({ body }) => ({ body: { ...body, fullSync: true } }),
    events: ['scheduler.job.updated'],
  }),
  sampleAfter(schedule, contract.getSyncSchedule, { request: (params) => ({ params }) }),
  sampleAfter(schedule, contract.updateSyncSchedule, {
    request: (params) => ({ params, body: { isEnabled: false } }),
    events: ['scheduler.job.updated'],
  }),
  sampleAfter(schedule, contract.deleteSyncSchedule, {
    request: (params) => ({ params }),
    events: ['scheduler.job.deleted'],
  }),
  startSyncRun,
  sampleAfter(cancelled, contract.retrySyncRun, {
    request: (params) => ({ params, body: { fromBeginning: false } }),
    events: ['data_sync.run.requested'],
  }),
];
