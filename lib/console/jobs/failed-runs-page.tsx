import { Link } from 'react-router';
import { type FailedRun, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { useFilters } from '../forms/filters.ts';
import { jobTexts } from '../texts/jobs.ts';
import { ListPage } from '../ui/list-page.tsx';
import { toListPage } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

const texts = jobTexts.failures;

const columns: readonly Column<FailedRun>[] = [
  { title: texts.columns.job, cell: ({ jobId, jobName }) => <Link to={`/jobs/${jobId}`}>{jobName}</Link> },
  { title: texts.columns.error, cell: ({ error }) => <span className="break">{error}</span> },
  { title: texts.columns.attempts, isNumber: true, cell: ({ attemptsMade }) => attemptsMade },
  { title: texts.columns.failed, cell: ({ failedAt }) => <Time value={failedAt} /> },
];

/** Failed runs of all jobs. */
export function FailedRunsPage() {
  const filters = useFilters();
  const query = filters.paging;
  const reading = useRead(['jobs', 'failures', query], async (api) =>
    toListPage(await orThrow(api.GET('/api/scheduler/failed-runs', { params: { query } }))),
  );
  return (
    <ListPage
      texts={texts}
      parent={{ to: '/jobs', title: jobTexts.list.title }}
      of={reading}
      columns={columns}
      filters={filters}
      icon="check"
    />
  );
}
