/**
 * Reads and lists jobs. Separate from the code that changes them, so that the functions load no clients of schedules and
 * queues.
 */
import { type Reply, withRevision } from '../../kernel/http/reply.ts';
import { type JobRow, toJob } from './job.ts';
import { type JobCaller, liveJob } from './job-access.ts';
import type { Job, ListJobs } from './job-fields-contract.ts';
import * as store from './job-store.ts';

/** The response with a job. */
export const jobReply = (job: JobRow): Reply<Job> => withRevision(toJob(job), job.revision);

/** The live job. Throws NotFoundError. */
export async function getJob(caller: JobCaller, { id }: { id: string }) {
  return jobReply(await liveJob(caller, id));
}

/** One page of the jobs that the caller can see. */
export async function listJobs({ scope, context: { principal } }: JobCaller, query: ListJobs) {
  const { page, pageSize, search, id, scopeType, isEnabled, sourceType, sourceModule, runAs } = query;
  const { tenantId, organizationIds = [] } = scope;
  const homes = [
    ...(tenantId === undefined
      ? []
      : [null, ...organizationIds].map((organizationId) => ({ tenantId, organizationId }))),
    ...(principal.isSuperAdmin ? [{ tenantId: null, organizationId: null }] : []),
  ];
  const request = {
    page,
    pageSize,
    search,
    filters: { scopeType, isEnabled, sourceType, sourceModule, runAs },
    sort: { field: query.sortBy, direction: query.sortOrder },
  };
  const { jobs, total } =
    id === undefined ? await store.listJobs(homes, request) : await store.listJobsByIds(homes, [id], request);
  return { data: jobs.map(toJob), meta: { total, pageSize, page } };
}
