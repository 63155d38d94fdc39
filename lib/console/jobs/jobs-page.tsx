import { orThrow, type ScheduledJob } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, OnOffFilter, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { isOn, oneOf, useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { jobTexts } from '../texts/jobs.ts';
import type { BulkActions, BulkCall } from '../ui/bulk-bar.tsx';
import { CreateLink, LinkButton } from '../ui/link-button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { toListPage } from '../ui/resource-list.tsx';
import { type Column, TitleCell } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { scopeTypes } from './job-fields.ts';
import { JobState, NextRun, ScheduleText } from './schedule.tsx';

const texts = jobTexts.list;

const columns: readonly Column<ScheduledJob>[] = [
  {
    title: texts.columns.name,
    cell: ({ id, name, targetQueue, targetCommand }) => (
      <TitleCell to={`/jobs/${id}`} title={name} sub={targetCommand ?? targetQueue} />
    ),
  },
  { title: texts.columns.schedule, cell: (job) => <ScheduleText of={job} /> },
  { title: texts.columns.next, cell: (job) => <NextRun of={job} /> },
  { title: texts.columns.last, cell: ({ lastRunAt }) => <Time value={lastRunAt} /> },
  { title: texts.columns.state, cell: ({ isEnabled }) => <JobState isEnabled={isEnabled} /> },
];

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
  const { get, paging } = filters;
  const query = {
    ...paging,
    search: get('search'),
    scopeType: oneOf(scopeTypes, get('scope')),
    isEnabled: isOn(get('state')),
  };
  const reading = useRead(['jobs', 'list', query], async (api) =>
    toListPage(await orThrow(api.GET('/api/scheduler/jobs', { params: { query } }))),
  );
  const create = may('scheduler.jobs.manage') && <CreateLink to="/jobs/new">{texts.create}</CreateLink>;
  return (
    <ListPage
      texts={texts}
      links={<LinkButton to="/jobs/failures">{texts.failures}</LinkButton>}
      exportOf={{ path: '/api/scheduler/jobs', query }}
      create={create}
      of={reading}
      columns={columns}
      filters={filters}
      icon="clock"
      bulk={may('scheduler.jobs.manage') ? bulk : undefined}
    >
      <FilterBar filters={filters}>
        <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
        <OnOffFilter label={texts.state} on={jobTexts.states.on} off={jobTexts.states.off} />
        <SelectFilter
          name="scope"
          label={texts.scope}
          choices={scopeTypes.map((scope) => [scope, jobTexts.scopes[scope]])}
        />
      </FilterBar>
    </ListPage>
  );
}
