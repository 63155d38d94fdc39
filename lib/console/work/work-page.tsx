import { orThrow, type ProgressJobRow } from '../../../shared/clients/typescript/index.ts';
import { progressJobs } from '../../../shared/clients/typescript/resources.ts';
import { useRead } from '../api/queries.ts';
import { SelectFilter } from '../forms/filter-bar.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { workTexts as texts } from '../texts/work.ts';
import { Card, Section } from '../ui/card.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { NextStep } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { ProgressRows, WorkStatus } from './progress-rows.tsx';
import { useActiveWork } from './use-active-work.ts';

const statuses = ['completed', 'failed', 'cancelled'] as const;

const columns: readonly Column<ProgressJobRow>[] = [
  {
    title: texts.columns.name,
    cell: ({ name, errorMessage, description }) => (
      <>
        <span className="break">{name}</span>
        <div className="sub break">{errorMessage ?? description}</div>
      </>
    ),
  },
  { title: texts.columns.status, cell: ({ status }) => <WorkStatus status={status} /> },
  {
    title: texts.columns.progress,
    isNumber: true,
    cell: ({ processedCount, totalCount }) => texts.of(processedCount, totalCount),
  },
  { title: texts.columns.started, field: 'startedAt', cell: ({ startedAt }) => <Time value={startedAt} /> },
  {
    title: texts.columns.finished,
    field: 'finishedAt',
    cell: ({ finishedAt }) => <Time value={finishedAt} />,
  },
];

/** Syncs are work that users start. */
const start = <NextStep to="/sync/start" title={texts.start} need="data_sync.run" />;

function History() {
  const filters = useFilters();
  const { get, paging, sorting } = filters;
  const chosen = oneOf(statuses, get('status'));
  const query = { ...paging, ...sorting(progressJobs.sorts), status: chosen ? [chosen] : [...statuses] };
  const reading = useRead(['progress', 'history', query], (api) =>
    orThrow(api.GET('/api/progress/jobs', { params: { query } })),
  );
  return (
    <Section
      title={texts.history}
      actions={
        <>
          <SelectFilter
            name="status"
            label={texts.status}
            choices={statuses.map((status) => [status, texts.statuses[status]])}
          />
          <ExportMenu path="/api/progress/jobs" query={query} />
        </>
      }
    >
      <ResourceList
        of={reading}
        caption={texts.history}
        columns={columns}
        keyOf={({ id }) => id}
        filters={filters}
        icon="work"
        empty={{ ...texts.noHistory, action: start }}
        sorts={{ startedAt: texts.columns.started, finishedAt: texts.columns.finished }}
      />
    </Section>
  );
}

export function WorkPage() {
  const active = useActiveWork();
  return (
    <>
      <PageHeader title={texts.title} intro={texts.intro} />
      <Card title={texts.running}>
        <Loaded of={active}>
          {(jobs) =>
            jobs.length > 0 ? (
              <ProgressRows jobs={jobs} />
            ) : (
              <Empty icon="work" {...texts.none} action={start} />
            )
          }
        </Loaded>
      </Card>
      <History />
    </>
  );
}
