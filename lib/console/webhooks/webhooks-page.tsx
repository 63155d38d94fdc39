import { Link } from 'react-router';
import { orThrow, type WebhookRow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { SelectField } from '../forms/field.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { SearchField } from '../forms/search-field.tsx';
import { useMay } from '../session/session.ts';
import { uiTexts } from '../texts/ui.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import { Button } from '../ui/button.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { type Column, DataTable, Pager } from '../ui/table.tsx';
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

export function WebhooksPage() {
  const may = useMay();
  const filters = useFilters();
  const { get, set, reset, isFiltered, page } = filters;
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
      <search className="filters">
        <SearchField
          label={texts.search}
          placeholder={texts.searchHint}
          value={get('search') ?? ''}
          onSearch={(search) => set({ search })}
        />
        <SelectField
          label={texts.state}
          value={state ?? ''}
          onChange={({ target }) => set({ state: target.value })}
        >
          <option value="">{uiTexts.anyValue}</option>
          <option value="on">{webhookTexts.states.active}</option>
          <option value="off">{webhookTexts.states.off}</option>
        </SelectField>
        {isFiltered && (
          <Button variant="quiet" onClick={reset}>
            {uiTexts.resetFilters}
          </Button>
        )}
      </search>
      <Loaded of={reading}>
        {(list) =>
          list.items.length > 0 ? (
            <DataTable
              caption={texts.title}
              columns={columns}
              rows={list.items}
              keyOf={({ id }) => id}
              foot={<Pager of={list} onPage={(to) => set({ page: String(to) })} />}
            />
          ) : isFiltered ? (
            <Empty icon="webhook" title={texts.empty.filtered}>
              {texts.empty.filteredText}
            </Empty>
          ) : (
            <Empty icon="webhook" title={texts.empty.title} action={create}>
              {texts.empty.text}
            </Empty>
          )
        }
      </Loaded>
    </>
  );
}
