import { continued, idMadeBy, madeBy, sample, sampleAfter } from '../../kernel/samples/sample.ts';
import * as contract from './contract.ts';

const createJob = sample(contract.createJob, {
  request: () => ({ body: contract.jobExample }),
  events: ['scheduler.job.created'],
});
const job = idMadeBy(createJob);
const deletedJob = continued(job, (client, body) => client.call(contract.deleteJob, { body }));

const triggerJob = sampleAfter(job, contract.triggerJob, {
  request: (body) => ({ body }),
  withoutEvents: 'The run publishes its events when a worker begins it.',
});
const run = madeBy(triggerJob, ({ jobId }) => ({ jobId: String(jobId) }));

export const schedulerSamples = [
  sample(contract.listJobs),
  createJob,
  sampleAfter(job, contract.getJob, { request: (params) => ({ params }) }),
  sampleAfter(job, contract.updateJob, {
    request: ({ id }) => ({ body: { id, isEnabled: false } }),
    events: ['scheduler.job.updated'],
  }),
  sampleAfter(job, contract.deleteJob, {
    request: (body) => ({ body }),
    events: ['scheduler.job.deleted'],
  }),
  sampleAfter(deletedJob, contract.undoDeleteJob, {
    request: (body) => ({ body }),
    events: ['scheduler.job.restored'],
  }),
  sampleAfter(job, contract.bulkUpdateJobs, {
    request: ({ id }) => ({ body: { ids: [id], isEnabled: false } }),
    events: ['scheduler.job.updated'],
  }),
  sampleAfter(job, contract.bulkDeleteJobs, {
    request: ({ id }) => ({ body: { ids: [id] } }),
    events: ['scheduler.job.deleted'],
  }),
  triggerJob,
  sampleAfter(job, contract.listExecutions, { request: (params) => ({ params }) }),
  sample(contract.listFailedRuns),
  sampleAfter(run, contract.getQueueJob, { request: (params) => ({ params }) }),
  sample(contract.previewFirings, {
    request: () => ({
      query: { scheduleType: 'cron', scheduleValue: '0 2 * * *', timezone: 'Europe/Paris' },
    }),
  }),
  sample(contract.listTargets),
];
