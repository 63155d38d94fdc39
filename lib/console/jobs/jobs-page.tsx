import { Link } from 'react-router';
import { orThrow, type ScheduledJob } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { jobTexts } from '../texts/jobs.ts';
import type { BulkActions, BulkCall } from '../ui/bulk-bar.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList, toListPage } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { scopeTypes } from './job-fields.ts';
import { JobState, NextRun, ScheduleText } from './schedule.tsx';

const texts = jobTexts.list;

const pageSize = 25;

const columns: readonly Column<ScheduledJob>[] = [
  {
    title: texts.columns.name,
    cell: ({ id, name, targetQueue, targetCommand }) => (
      <>
        <Link to={`/jobs/${id}`}>{name}</Link>
        <div className="sub break">{targetCommand ?? targetQueue}</div>
      </>
    ),
  },
  { title: texts.columns.schedule, cell: (job) => <ScheduleText of={job} /> },
  { title: texts.columns.next, cell: (job) => <NextRun of={job} /> },
  { title: texts.columns.last, cell: ({ lastRunAt }) => <Time value={lastRunAt} /> },
  { title: texts.columns.state, cell: ({ isEnabled }) => <JobState isEnabled={isEnabled} /> },
];

const states = { on: true, off: false } as const;

const switchTo =
  (isEnabled: boolean): BulkCall =>
  (api, ids) =>
    orThrow(api.POST('/api/scheduler/jobs/bulk-update', { body: { ids, isEnabled } }));

const bulk: BulkActions<ScheduledJob> = {
  nameOf: ({ name }) => name,
  refreshes: ['jobs'],
  turnOn: switchTo(true),
  turnOff: switchTo(false),
  remove: (api, ids) => orThrow(api.POST('/api/scheduler/jobs/bulk-delete', { body: { ids } })),
};

export function JobsPage() {
  const may = useMay();
  const filters = useFilters();
  const { get, page } = filters;
  const state = oneOf(['on', 'off'], get('state'));
  const query = {
    page,
    pageSize,
    search: get('search'),
    scopeType: oneOf(scopeTypes, get('scope')),
    isEnabled: state && states[state],
  };
  const reading = useRead(['jobs', 'list', query], async (api) =>
    toListPage(await orThrow(api.GET('/api/scheduler/jobs', { params: { query } }))),
  );
  const create = may('scheduler.jobs.manage') && (
    <LinkButton to="/jobs/new" variant="primary" icon="plus">
      {texts.create}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        actions={
          <>
            <LinkButton to="/jobs/failures">{texts.failures}</LinkButton>
            <ExportMenu path="/api/scheduler/jobs" query={query} />
            {create}
          </>
        }
      />
      <FilterBar filters={filters}>
        <SearchFilter filters={filters} name="search" label={texts.search} hint={texts.searchHint} />
        <SelectFilter
          filters={filters}
          name="state"
          label={texts.state}
          choices={[
            ['on', jobTexts.states.on],
            ['off', jobTexts.states.off],
          ]}
        />
        <SelectFilter
          filters={filters}
          name="scope"
          label={texts.scope}
          choices={scopeTypes.map((scope) => [scope, jobTexts.scopes[scope]])}
        />
      </FilterBar>
      <ResourceList
        of={reading}
        caption={texts.title}
        columns={columns}
        keyOf={({ id }) => id}
        filters={filters}
        icon="clock"
        empty={{ ...texts.empty, action: create }}
        bulk={may('scheduler.jobs.manage') ? bulk : undefined}
      />
    </>
  );
}
