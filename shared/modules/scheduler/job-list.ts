/**
 * Lists jobs. Separate from the code that changes them, so that the list's function loads no clients of
 * schedules and queues.
 */
import { toJob } from './job.ts';
import type { Caller } from './job-access.ts';
import type { ListJobs } from './job-fields-contract.ts';
import * as store from './job-store.ts';

/** One page of the jobs that the caller can see. */
export async function listJobs({ scope, context: { principal } }: Caller, query: ListJobs) {
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
