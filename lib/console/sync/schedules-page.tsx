import { useState } from 'react';
import { Link } from 'react-router';
import { orThrow, type SyncSchedule } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SelectFilter } from '../forms/filter-bar.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { NextRun, ScheduleText } from '../jobs/schedule.tsx';
import { syncTexts, syncScheduleTexts as texts } from '../texts/sync.ts';
import { uiTexts } from '../texts/ui.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useIntegrationTitle } from './use-options.ts';

const pageSize = 25;

const nameOf = ({ entityType, direction }: SyncSchedule): string =>
  syncTexts.run.title(entityType, syncTexts.directions[direction]);

const runsOf = ({ integrationId, entityType, direction }: SyncSchedule): string =>
  `/sync?${new URLSearchParams({ integration: integrationId, type: entityType, direction })}`;

const columnsFor = (
  titleOf: (integrationId: string) => string,
  onDelete: (schedule: SyncSchedule) => void,
): readonly Column<SyncSchedule>[] => [
  {
    title: texts.columns.schedule,
    cell: (schedule) => (
      <>
        <Link to={`/sync/schedules/${schedule.id}`}>{nameOf(schedule)}</Link>
        <div className="sub break">{titleOf(schedule.integrationId)}</div>
      </>
    ),
  },
  { title: texts.columns.when, cell: (schedule) => <ScheduleText of={schedule} /> },
  { title: texts.columns.next, cell: (schedule) => <NextRun of={schedule} /> },
  { title: texts.columns.last, cell: ({ lastRunAt }) => <Time value={lastRunAt} /> },
  {
    title: texts.columns.state,
    cell: ({ isEnabled }) => (
      <Badge tone={isEnabled ? 'good' : 'calm'}>{isEnabled ? texts.states.on : texts.states.off}</Badge>
    ),
  },
  {
    title: uiTexts.actions,
    cell: (schedule) => (
      <div className="row">
        <LinkButton to={runsOf(schedule)} variant="quiet" name={texts.runsOf(nameOf(schedule))}>
          {texts.runs}
        </LinkButton>
        <Button
          variant="quiet"
          aria-label={uiTexts.removeOf(nameOf(schedule))}
          onClick={() => onDelete(schedule)}
        >
          {uiTexts.remove}
        </Button>
      </div>
    ),
  },
];

const states = { on: true, off: false } as const;
const stateNames = ['on', 'off'] as const;

export function SchedulesPage() {
  const [deleted, setDeleted] = useState<SyncSchedule>();
  const filters = useFilters();
  const titleOf = useIntegrationTitle();
  const state = oneOf(stateNames, filters.get('state'));
  const query = { page: filters.page, pageSize, isEnabled: state && states[state] };
  const reading = useRead(['syncSchedules', 'list', query], (api) =>
    orThrow(api.GET('/api/data_sync/schedules', { params: { query } })),
  );
  const create = (
    <LinkButton to="/sync/schedules/new" variant="primary" icon="plus">
      {texts.create}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        parent={{ to: '/sync', title: syncTexts.list.title }}
        actions={create}
      />
      <FilterBar filters={filters}>
        <SelectFilter
          filters={filters}
          name="state"
          label={texts.state}
          choices={stateNames.map((name) => [name, texts.states[name]])}
        />
      </FilterBar>
      <ResourceList
        of={reading}
        caption={texts.title}
        columns={columnsFor(titleOf, setDeleted)}
        keyOf={({ id }) => id}
        filters={filters}
        icon="clock"
        empty={{ ...texts.empty, action: create }}
      />
      {deleted && (
        <DeleteDialog
          name={nameOf(deleted)}
          texts={texts.remove}
          remove={(api) =>
            orThrow(api.DELETE('/api/data_sync/schedules/{id}', { params: { path: { id: deleted.id } } }))
          }
          refreshes={['syncSchedules', 'jobs']}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  );
}
