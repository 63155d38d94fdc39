import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../../shared/modules/scheduler/job-fields-contract.ts';
import {
  aJob,
  executionsPath,
  jobsPath,
  queueJobPath,
  targetsPath,
  triggerPath,
} from '../../support/builders/scheduler.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { fireTwice } from '../../support/fault-injection/double-runs.ts';
import { type OwnRuntime, startOwnRuntime } from '../../support/runtime/own-runtime.ts';

callOverHttp();

let runtime: OwnRuntime;
beforeAll(async () => {
  runtime = await startOwnRuntime({ settings: { QUEUE_STRATEGY: 'local' } });
});
afterAll(() => runtime.stop());

describe('QUEUE_STRATEGY=local', () => {
  it('disables manual runs and their history, and nothing else', async () => {
    const { id, nextRunAt } = await runtime.request<Job>('POST', jobsPath, aJob());
    expect(nextRunAt).not.toBeNull();
    await runtime.request('PUT', jobsPath, { id, name: 'Renamed' });
    expect(await runtime.request('GET', jobsPath)).toMatchObject({ meta: { total: 1 } });
    expect(await runtime.request('GET', targetsPath)).toMatchObject({ queues: [{ value: 'jobs' }] });
    const unavailable = /: 503 \{"error":"The job queue is disabled.*"code":"queue_unavailable"/;
    await expect(runtime.request('POST', triggerPath, { id })).rejects.toThrow(unavailable);
    await expect(runtime.request('GET', queueJobPath(`${id}-1772413200000`))).rejects.toThrow(unavailable);
    await expect(runtime.request('GET', executionsPath(id))).rejects.toThrow(
      /"data":\[\],"meta":\{"total":0,"totalIsExact":true,"pageSize":20,"page":1\}/,
    );
    await runtime.request('DELETE', jobsPath, { id });
  });
});

describe('duplicate messages for parallel workers', () => {
  it('start exactly one run per scheduled time', async () => {
    const outcome = await fireTwice(runtime, { jobs: 20, timesEach: 5 }, 180_000);
    expect(outcome).toEqual({ states: { completed: 100 }, errors: [], unexplainedAttempts: 0, sent: 100 });
  });
});
