import type { ReactNode } from 'react';
import { orThrow, type SyncRun } from '../../../shared/clients/typescript/index.ts';
import { syncRuns } from '../../../shared/clients/typescript/resources.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { type Filters, oneOf, useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { mappingTexts, syncScheduleTexts, syncTexts } from '../texts/sync.ts';
import { Section } from '../ui/card.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { CreateLink, LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import { type Column, TitleCell } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { duration } from '../ui/times.ts';
import { OptionCards } from './option-cards.tsx';
import { isOver, RunStatus, runStatuses } from './run-status.tsx';
import './sync.css';
import { useIntegrationTitle } from './use-options.tsx';

const texts = syncTexts.list;

/** Runs publish no event to browsers. */
const refreshEveryMs = 2_000;

/** The fields by which the API sorts runs, with their titles. */
const sorts = {
  createdAt: texts.columns.started,
  entityType: texts.columns.run,
  status: texts.columns.status,
};

const directions = ['import', 'export'] as const;

const columnsFor = (titleOf: (integrationId: string) => string): readonly Column<SyncRun>[] => [
  {
    title: texts.columns.run,
    field: 'entityType',
    cell: ({ id, entityType, direction, integrationId }) => (
      <TitleCell
        to={`/sync/runs/${id}`}
        title={syncTexts.run.title(entityType, syncTexts.directions[direction])}
        sub={titleOf(integrationId)}
      />
    ),
  },
  { title: texts.columns.status, field: 'status', cell: (run) => <RunStatus of={run} /> },
  { title: texts.columns.created, isNumber: true, cell: ({ createdCount }) => createdCount },
  { title: texts.columns.updated, isNumber: true, cell: ({ updatedCount }) => updatedCount },
  { title: texts.columns.skipped, isNumber: true, cell: ({ skippedCount }) => skippedCount },
  {
    title: texts.columns.failed,
    isNumber: true,
    cell: ({ failedCount }) =>
      failedCount > 0 ? <strong className="failed-count">{failedCount}</strong> : failedCount,
  },
  { title: texts.columns.started, field: 'createdAt', cell: ({ createdAt }) => <Time value={createdAt} /> },
  { title: texts.columns.took, isNumber: true, cell: ({ durationMs }) => duration(durationMs) },
];

const queryOf = ({ get, paging, sorting }: Filters) => ({
  ...paging,
  ...sorting(syncRuns.sorts),
  search: get('search'),
  status: oneOf(runStatuses, get('status')),
  direction: oneOf(directions, get('direction')),
  integrationId: get('integration'),
  entityType: get('type'),
});

function Runs({ start }: { start: ReactNode }) {
  const filters = useFilters();
  const titleOf = useIntegrationTitle();
  const query = queryOf(filters);
  const reading = useRead(
    ['syncRuns', 'list', query],
    (api) => orThrow(api.GET('/api/data_sync/runs', { params: { query } })),
    { refreshEveryMs, isFinal: ({ items }) => items.every(isOver) },
  );
  return (
    <Section title={texts.runs} actions={<ExportMenu path="/api/data_sync/runs" query={query} />}>
      <ResourceList
        head={
          <FilterBar filters={filters}>
            <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
            <SelectFilter
              name="status"
              label={texts.status}
              choices={runStatuses.map((status) => [status, syncTexts.statuses[status]])}
            />
            <SelectFilter
              name="direction"
              label={texts.direction}
              choices={directions.map((direction) => [direction, syncTexts.directions[direction]])}
            />
          </FilterBar>
        }
        sorts={sorts}
        of={reading}
        caption={texts.runs}
        columns={columnsFor(titleOf)}
        keyOf={({ id }) => id}
        filters={filters}
        icon="sync"
        empty={{ ...texts.empty, action: start }}
      />
    </Section>
  );
}

/** Integrations that can sync, and the runs. */
export function SyncPage() {
  const may = useMay();
  const start = may('data_sync.run') && <CreateLink to="/sync/start">{texts.start}</CreateLink>;
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        actions={
          <>
            {may('data_sync.configure') && (
              <>
                <LinkButton to="/sync/mappings">{mappingTexts.title}</LinkButton>
                <LinkButton to="/sync/schedules">{syncScheduleTexts.title}</LinkButton>
              </>
            )}
            {may('data_sync.run') && (
              <LinkButton to="/sync/start?integration=sync_uploads">{texts.upload}</LinkButton>
            )}
            {start}
          </>
        }
      />
      <OptionCards />
      <Runs start={start} />
    </>
  );
}
