import { orThrow, type WebhookRow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, OnOffFilter, SearchFilter } from '../forms/filter-bar.tsx';
import { isOn, useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import type { BulkActions, BulkCall } from '../ui/bulk-bar.tsx';
import { CreateLink } from '../ui/link-button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { type Column, TitleCell } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { WebhookState } from './webhook-state.tsx';

const texts = webhookTexts.list;

const columns: readonly Column<WebhookRow>[] = [
  {
    title: texts.columns.name,
    cell: ({ id, name, url }) => <TitleCell to={`/webhooks/${id}`} title={name} sub={url} />,
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
  const { get, paging } = filters;
  const query = { ...paging, search: get('search'), isActive: isOn(get('state')) };
  const reading = useRead(['webhooks', 'list', query], (api) =>
    orThrow(api.GET('/api/webhooks', { params: { query } })),
  );
  const create = may('webhooks.manage') && <CreateLink to="/webhooks/new">{texts.create}</CreateLink>;
  return (
    <ListPage
      texts={texts}
      exportOf={{ path: '/api/webhooks', query }}
      create={create}
      of={reading}
      columns={columns}
      filters={filters}
      icon="webhook"
      bulk={may('webhooks.manage') ? bulk : undefined}
    >
      <FilterBar filters={filters}>
        <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
        <OnOffFilter label={texts.state} on={webhookTexts.states.active} off={webhookTexts.states.off} />
      </FilterBar>
    </ListPage>
  );
}
