import { useState } from 'react';
import { orThrow, type SyncSchedule } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, OnOffFilter } from '../forms/filter-bar.tsx';
import { isOn, useFilters } from '../forms/filters.ts';
import { NextRun, ScheduleText } from '../jobs/schedule.tsx';
import { syncTexts, syncScheduleTexts as texts } from '../texts/sync.ts';
import { uiTexts } from '../texts/ui.ts';
import { OnOffBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { CreateLink, LinkButton } from '../ui/link-button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { type Column, TitleCell } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useIntegrationTitle } from './use-options.ts';

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
      <TitleCell
        to={`/sync/schedules/${schedule.id}`}
        title={nameOf(schedule)}
        sub={titleOf(schedule.integrationId)}
      />
    ),
  },
  { title: texts.columns.when, cell: (schedule) => <ScheduleText of={schedule} /> },
  { title: texts.columns.next, cell: (schedule) => <NextRun of={schedule} /> },
  { title: texts.columns.last, cell: ({ lastRunAt }) => <Time value={lastRunAt} /> },
  {
    title: texts.columns.state,
    cell: ({ isEnabled }) => <OnOffBadge isOn={isEnabled} texts={texts.states} />,
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

export function SchedulesPage() {
  const [deleted, setDeleted] = useState<SyncSchedule>();
  const filters = useFilters();
  const titleOf = useIntegrationTitle();
  const query = { ...filters.paging, isEnabled: isOn(filters.get('state')) };
  const reading = useRead(['syncSchedules', 'list', query], (api) =>
    orThrow(api.GET('/api/data_sync/schedules', { params: { query } })),
  );
  const create = <CreateLink to="/sync/schedules/new">{texts.create}</CreateLink>;
  return (
    <>
      <ListPage
        texts={texts}
        parent={{ to: '/sync', title: syncTexts.list.title }}
        create={create}
        of={reading}
        columns={columnsFor(titleOf, setDeleted)}
        filters={filters}
        icon="clock"
      >
        <FilterBar filters={filters}>
          <OnOffFilter label={texts.state} on={texts.states.on} off={texts.states.off} />
        </FilterBar>
      </ListPage>
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
