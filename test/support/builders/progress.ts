/** Helpers for tests of progress jobs. */

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { transact } from '../../../shared/kernel/table/write.ts';
import { newJob, type ProgressJob, syncJobType } from '../../../shared/modules/progress/job.ts';
import type { ActiveJob, Job, ListedJob } from '../../../shared/modules/progress/job-contract.ts';
import { beginJobWrites, createJobWrites } from '../../../shared/modules/progress/job-store.ts';
import type { TestCaller } from './tenants.ts';

export const progressPath = '/api/progress/jobs';
export const activePath = '/api/progress/active';
export const workPath = (id: string): string => `${progressPath}/${id}`;

/** The body of a new progress job. */
export function someWork(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return { jobType: 'catalog.reindex', name: 'Reindex', totalCount: 100, cancellable: true, ...overrides };
}

type Reporter = Pick<TestCaller, 'api'>;

/** Creates a progress job over HTTP and returns its id. */
export async function announce({ api }: Reporter, overrides: Record<string, unknown> = {}): Promise<string> {
  const answer = await api.post(progressPath, { body: someWork(overrides) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return String(answer.body.id);
}

/** Sends an update of a job and returns the result. */
export async function report(
  { api }: Reporter,
  id: string,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const answer = await api.put(workPath(id), { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

export async function readWork({ api }: Reporter, id: string): Promise<Job> {
  const { status, body } = await api.get<Job>(workPath(id));
  expect(status).toBe(200);
  return body;
}

export interface Activity {
  active: ActiveJob[];
  recentlyCompleted: ActiveJob[];
}

export async function activityOf({ api }: Reporter, query = ''): Promise<Activity> {
  const { status, body } = await api.get<Activity>(`${activePath}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

export async function workListed(
  { api }: Reporter,
  query = '',
): Promise<{ items: ListedJob[]; total: number }> {
  const { status, body } = await api.get<{ items: ListedJob[]; total: number }>(`${progressPath}?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** A job with a chosen time of its last update, written directly to the table. */
export async function aStoredJob(
  { tenantId, organizationId }: Pick<TestCaller, 'tenantId' | 'organizationId'>,
  { heardAtMs, ...given }: Partial<Pick<ProgressJob, 'jobType' | 'name'>> & { heardAtMs: number },
): Promise<string> {
  const id = randomUUID();
  const job = newJob({
    id,
    tenantId,
    organizationId,
    jobType: 'catalog.reindex',
    name: 'Reindex',
    cancellable: true,
    ...given,
    nowMs: heardAtMs,
  });
  await transact(createJobWrites(job));
  await transact(beginJobWrites(job, heardAtMs));
  return id;
}

/** A job like the one of a sync run. */
export const aSyncJob = (caller: Pick<TestCaller, 'tenantId' | 'organizationId'>, heardAtMs: number) =>
  aStoredJob(caller, { jobType: syncJobType('import'), name: 'Data sync', heardAtMs });
