import { Link } from 'react-router';
import { orThrow, type WebhookRow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import type { BulkActions, BulkCall } from '../ui/bulk-bar.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { WebhookState } from './webhook-state.tsx';

const texts = webhookTexts.list;

const pageSize = 25;

const columns: readonly Column<WebhookRow>[] = [
  {
    title: texts.columns.name,
    cell: ({ id, name, url }) => (
      <>
        <Link to={`/webhooks/${id}`}>{name}</Link>
        <div className="sub break">{url}</div>
      </>
    ),
  },
  {
    title: texts.columns.events,
    cell: ({ subscribedEvents }) => (
      <span title={subscribedEvents.join('\n')}>{webhookTexts.events(subscribedEvents)}</span>
    ),
  },
  { title: texts.columns.state, cell: (row) => <WebhookState of={row} /> },
  { title: texts.columns.lastSuccess, cell: ({ lastSuccessAt }) => <Time value={lastSuccessAt} /> },
  { title: texts.columns.lastFailure, cell: ({ lastFailureAt }) => <Time value={lastFailureAt} /> },
];

const activity = { on: true, off: false } as const;

const switchTo =
  (isActive: boolean): BulkCall =>
  (api, ids) =>
    orThrow(api.POST('/api/webhooks/bulk-update', { body: { ids, isActive } }));

const bulk: BulkActions<WebhookRow> = {
  nameOf: ({ name }) => name,
  refreshes: ['webhooks'],
  turnOn: switchTo(true),
  turnOff: switchTo(false),
  remove: (api, ids) => orThrow(api.POST('/api/webhooks/bulk-delete', { body: { ids } })),
};

export function WebhooksPage() {
  const may = useMay();
  const filters = useFilters();
  const { get, page } = filters;
  const state = oneOf(['on', 'off'], get('state'));
  const query = { page, pageSize, search: get('search'), isActive: state && activity[state] };
  const reading = useRead(['webhooks', 'list', query], (api) =>
    orThrow(api.GET('/api/webhooks', { params: { query } })),
  );
  const create = may('webhooks.manage') && (
    <LinkButton to="/webhooks/new" variant="primary" icon="plus">
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
            <ExportMenu path="/api/webhooks" query={query} />
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
            ['on', webhookTexts.states.active],
            ['off', webhookTexts.states.off],
          ]}
        />
      </FilterBar>
      <ResourceList
        of={reading}
        caption={texts.title}
        columns={columns}
        keyOf={({ id }) => id}
        filters={filters}
        icon="webhook"
        empty={{ ...texts.empty, action: create }}
        bulk={may('webhooks.manage') ? bulk : undefined}
      />
    </>
  );
}
