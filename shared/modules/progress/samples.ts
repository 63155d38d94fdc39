import { continued, idMadeBy, type Need, sample, sampleAfter } from '../../kernel/samples/sample.ts';
import * as contract from './contract.ts';

const createJob = sample(contract.createProgressJob, {
  request: () => ({
    body: {
      jobType: 'catalog.reindex',
      name: 'Reindex of the catalogue',
      totalCount: 1_000,
      cancellable: true,
    },
  }),
  events: ['progress.job.created'],
});
const pending = idMadeBy(createJob);
const running = continued(pending, (client, params) =>
  client.call(contract.updateProgressJob, { params, body: { status: 'running' } }),
);

const update = (job: Need<{ id: string }>, body: Record<string, unknown>, event: string, variant?: string) =>
  sampleAfter(job, contract.updateProgressJob, {
    ...(variant !== undefined && { variant }),
    request: (params) => ({ params, body }),
    events: [`progress.job.${event}`],
  });

export const progressSamples = [
  sample(contract.listActiveJobs),
  sample(contract.listProgressJobs),
  createJob,
  sampleAfter(pending, contract.getProgressJob, { request: (params) => ({ params }) }),
  update(running, { status: 'running', processedCount: 400, totalCount: 1_000 }, 'updated'),
  update(pending, { status: 'running' }, 'started', 'which starts'),
  update(running, { status: 'completed', resultSummary: { rows: 3 } }, 'completed', 'which completes'),
  update(running, { status: 'failed', errorMessage: 'Full.' }, 'failed', 'which fails'),
  sampleAfter(pending, contract.cancelProgressJob, {
    request: (params) => ({ params }),
    events: ['progress.job.cancelled'],
  }),
  sampleAfter(running, contract.cancelProgressJob, {
    variant: 'while it runs',
    request: (params) => ({ params }),
    events: ['progress.job.updated'],
  }),
];
