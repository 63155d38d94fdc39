import { deleteContract, getContract, listContract } from '../../kernel/resources/contracts.ts';
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
import * as connectionContract from './connection-contract.ts';
import * as mappingContract from './mappings/mapping-contract.ts';
import * as runContract from './runs/run-contract.ts';
import * as startContract from './runs/start-contract.ts';
import * as scheduleContract from './schedules/schedule-contract.ts';

const files = { integrationId: 'sync_s3_files', direction: 'import' };

async function connect(client: SampleClient, id: string, credentials: Record<string, string>): Promise<void> {
  const params = { id };
  await client.call(updateIntegrationCredentials, { params, body: { credentials } });
  await client.call(updateIntegrationState, { params, body: { isEnabled: true } });
}

/**
 * Customers in a folder of a bucket, with a type that no other run imports, because runs of one type exclude
 * each other.
 */
const connected: Need<object> = {
  shown: {},
  make: async (client) => {
    const { syncBucket } = client.surroundings;
    await connect(client, files.integrationId, { ...syncBucket, prefix: 'samples', format: 'csv' });
    return {};
  },
};
const startSyncRun = sampleAfter(connected, startContract.startSyncRun, {
  request: (_, unique) => ({ body: { ...files, entityType: unique('crm.customer') } }),
  events: ['data_sync.run.requested'],
});
const run = idMadeBy(startSyncRun);

/** A run whose source does not respond, so that it does not end. */
const waiting: Need<object> = {
  shown: {},
  make: async (client) => {
    await connect(client, 'sync_http_json', { baseUrl: 'http://127.0.0.1:9/', token: 'token-1001' });
    return {};
  },
};
const unanswered = idMadeBy(
  sampleAfter(waiting, startContract.startSyncRun, {
    request: (_, unique) => ({
      body: { ...files, integrationId: 'sync_http_json', entityType: unique('crm.customer') },
    }),
  }),
);
const cancelled = continued(unanswered, (client, params) =>
  client.call(runContract.cancelSyncRun, { params }),
);

const mappingOf = (entityType: string) => ({
  integrationId: files.integrationId,
  entityType,
  mapping: mappingContract.mappingExample,
});
const saveMapping = sample(mappingContract.saveSyncMapping, {
  request: (unique) => ({ body: mappingOf(unique('crm.customer')) }),
  events: ['data_sync.mapping.created'],
});
const mapping = idMadeBy(saveMapping);
const savedMapping = madeBy(saveMapping, (_, request) => ({ body: bodyOf(request) }));

const saveSchedule = sample(scheduleContract.saveSyncSchedule, {
  request: (unique) => ({
    body: { ...scheduleContract.scheduleExample, entityType: unique('crm.customer') },
  }),
  events: ['scheduler.job.created'],
});
const schedule = idMadeBy(saveSchedule);
const savedSchedule = madeBy(saveSchedule, (_, request) => ({ body: bodyOf(request) }));

export const syncSamples = [
  sampleAfter(connected, connectionContract.validateSyncConnection, {
    request: () => ({ body: { ...files, entityType: 'crm.customer', direction: 'export' } }),
    withoutEvents: 'A read: the body contains the connection to check.',
  }),
  sample(connectionContract.listSyncOptions),
  sampleAfter(run, runContract.listSyncFailures, { request: (params) => ({ params }) }),
  sample(listContract(mappingContract.savedMappings)),
  saveMapping,
  sampleAfter(savedMapping, mappingContract.saveSyncMapping, {
    variant: 'which replaces one',
    request: ({ body }) => ({ body }),
    events: ['data_sync.mapping.updated'],
  }),
  sampleAfter(mapping, getContract(mappingContract.savedMappings), { request: (params) => ({ params }) }),
  sampleAfter(mapping, mappingContract.updateSyncMapping, {
    request: (params) => ({ params, body: { mapping: mappingContract.mappingExample } }),
    events: ['data_sync.mapping.updated'],
  }),
  sampleAfter(mapping, deleteContract(mappingContract.savedMappings), {
    request: (params) => ({ params }),
    events: ['data_sync.mapping.deleted'],
  }),
  sample(runContract.listSyncRuns),
  sampleAfter(run, runContract.getSyncRun, { request: (params) => ({ params }) }),
  sampleAfter(unanswered, runContract.cancelSyncRun, {
    request: (params) => ({ params }),
    events: ['data_sync.run.cancelled'],
  }),
  sample(scheduleContract.listSyncSchedules),
  saveSchedule,
  sampleAfter(savedSchedule, scheduleContract.saveSyncSchedule, {
    variant: 'which changes one',
    request: ({ body }) => ({ body: { ...body, fullSync: true } }),
    events: ['scheduler.job.updated'],
  }),
  sampleAfter(schedule, scheduleContract.getSyncSchedule, { request: (params) => ({ params }) }),
  sampleAfter(schedule, scheduleContract.updateSyncSchedule, {
    request: (params) => ({ params, body: { isEnabled: false } }),
    events: ['scheduler.job.updated'],
  }),
  sampleAfter(schedule, scheduleContract.deleteSyncSchedule, {
    request: (params) => ({ params }),
    events: ['scheduler.job.deleted'],
  }),
  startSyncRun,
  sampleAfter(cancelled, startContract.retrySyncRun, {
    request: (params) => ({ params, body: { fromBeginning: false } }),
    events: ['data_sync.run.requested'],
  }),
];
