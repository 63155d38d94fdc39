import { continued, idMadeBy, madeBy, sample, sampleAfter } from '../../kernel/samples/sample.ts';
import * as bulkContract from './bulk-contract.ts';
import * as firingsContract from './firings-contract.ts';
import * as jobContract from './job-contract.ts';
import * as failedRunsContract from './runs/failed-runs-contract.ts';
import * as runContract from './runs/run-contract.ts';

const createJob = sample(jobContract.createJob, {
  request: () => ({ body: jobContract.jobExample }),
  events: ['scheduler.job.created'],
});
const job = idMadeBy(createJob);
const deletedJob = continued(job, (client, body) => client.call(jobContract.deleteJob, { body }));

const triggerJob = sampleAfter(job, runContract.triggerJob, {
  request: (body) => ({ body }),
  withoutEvents: 'The run publishes its events when a worker starts it.',
});
const run = madeBy(triggerJob, ({ jobId }) => ({ jobId: String(jobId) }));

export const schedulerSamples = [
  sample(jobContract.listJobs),
  createJob,
  sampleAfter(job, jobContract.getJob, { request: (params) => ({ params }) }),
  sampleAfter(job, jobContract.updateJob, {
    request: ({ id }) => ({ body: { id, isEnabled: false } }),
    events: ['scheduler.job.updated'],
  }),
  sampleAfter(job, jobContract.deleteJob, {
    request: (body) => ({ body }),
    events: ['scheduler.job.deleted'],
  }),
  sampleAfter(deletedJob, jobContract.undoDeleteJob, {
    request: (body) => ({ body }),
    events: ['scheduler.job.restored'],
  }),
  sampleAfter(job, jobContract.takeOverJob, {
    request: (params) => ({ params }),
    events: ['scheduler.job.updated'],
  }),
  sampleAfter(job, bulkContract.bulkUpdateJobs, {
    request: ({ id }) => ({ body: { ids: [id], isEnabled: false } }),
    events: ['scheduler.job.updated'],
  }),
  sampleAfter(job, bulkContract.bulkDeleteJobs, {
    request: ({ id }) => ({ body: { ids: [id] } }),
    events: ['scheduler.job.deleted'],
  }),
  triggerJob,
  sampleAfter(job, runContract.listExecutions, { request: (params) => ({ params }) }),
  sample(failedRunsContract.listFailedRuns),
  sampleAfter(run, runContract.getQueueJob, { request: (params) => ({ params }) }),
  sample(firingsContract.previewFirings, {
    request: () => ({
      query: { scheduleType: 'cron', scheduleValue: '0 2 * * *', timezone: 'Europe/Paris' },
    }),
  }),
  sample(runContract.listTargets),
];
