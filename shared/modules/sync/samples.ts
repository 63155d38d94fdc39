import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type EndpointSpec, operation } from '../../kernel/http/endpoint-spec.ts';
import { deleteContract, getContract, listContract } from '../../kernel/resources/contracts.ts';
import {
  bodyOf,
  continued,
  idMadeBy,
  madeBy,
  type Need,
  type SampleClient,
  type SampleFile,
  sample,
  sampleAfter,
} from '../../kernel/samples/sample.ts';
import { updateIntegrationCredentials, updateIntegrationState } from '../integrations/public-data.ts';
import * as connectionContract from './connection-contract.ts';
import * as mappingContract from './mappings/mapping-contract.ts';
import * as previewContract from './preview-contract.ts';
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

/** A call of another module, whose contract this one does not import: it is only a prerequisite. */
const uploadAttachment: EndpointSpec = {
  ...operation('uploadAttachment', 'POST', '/api/attachments'),
  ...{ module: 'attachments', auth: 'caller', scope: 'optional', feature: 'attachments.manage' },
  ...{ transport: 'ingest', bodyFormat: 'stream' },
  ...{ summary: 'Upload a file', description: 'Stores a file that an import reads.' },
  success: { status: 200 },
};
const customers: Need<{ id: string }> = {
  shown: { id: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10' },
  make: async (client) => {
    const file: SampleFile = {
      fileName: 'customers.csv',
      contentType: 'text/csv',
      content: Buffer.from('id,name\nC-1,Ada\n,Grace\n'),
    };
    const body = { entityId: 'sales.order', recordId: 'SO-1001', partitionCode: 'privateAttachments', file };
    const { item } = await client.call(uploadAttachment, { body });
    return { id: String(Object(item).id) };
  },
};
const uploads = 'sync_uploads';

const pauseMs = 100;

/** The row without an id, after the import of the uploaded customers. */
const failedRow: Need<{ id: string; failureId: string }> = {
  shown: { id: run.shown.id, failureId: '0-1' },
  make: async (client) => {
    const { id: attachmentId } = await customers.make(client);
    const entityType = `crm.customer${randomUUID().slice(0, 8)}`;
    const body = { integrationId: uploads, entityType, direction: 'import', attachmentId };
    const params = { id: String((await client.call(startContract.startSyncRun, { body })).id) };
    for (;;) {
      const { items } = await client.call(runContract.listSyncFailures, { params: { runId: params.id } });
      const [row] = Array.isArray(items) ? items : [];
      const { finishedAt } = await client.call(runContract.getSyncRun, { params });
      if (row !== undefined && finishedAt !== null)
        return { ...params, failureId: String(Object(row).failureId) };
      await setTimeout(pauseMs);
    }
  },
};

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
  sampleAfter(customers, previewContract.previewSyncImport, {
    request: ({ id }) => ({ body: { integrationId: uploads, entityType: 'crm.customer', attachmentId: id } }),
    withoutEvents: 'A read: the body names the file to preview.',
  }),
  sampleAfter(failedRow, runContract.fixSyncFailure, {
    request: (params) => ({ params, body: { data: { id: 'C-1', name: 'Ada' } } }),
    withoutEvents: 'The row equals a record. A record that is created or changed has its own event.',
  }),
  sampleAfter(run, runContract.listSyncFailures, { request: ({ id }) => ({ params: { runId: id } }) }),
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
