import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { SelectField, TextField } from '../forms/field.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { SearchField } from '../forms/search-field.tsx';
import { deliveryTexts } from '../texts/deliveries.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { Pager } from '../ui/table.tsx';
import { DeliveriesTable } from './deliveries-table.tsx';
import { deliveryStatuses } from './status.tsx';

const texts = deliveryTexts.list;

const pageSize = 25;

type Filters = ReturnType<typeof useFilters>;

/** A day as the field of the browser has it, in the viewer's zone. */
const startOf = (day: string | undefined) => (day ? new Date(`${day}T00:00:00`).toISOString() : undefined);
const endOf = (day: string | undefined) => (day ? new Date(`${day}T23:59:59.999`).toISOString() : undefined);

const queryOf = ({ get, page }: Filters) => ({
  page,
  pageSize,
  search: get('search'),
  status: oneOf(deliveryStatuses, get('status')),
  eventType: get('event'),
  webhookId: get('webhook'),
  fromDate: startOf(get('from')),
  toDate: endOf(get('to')),
});

function DeliveryFilters({ filters }: { filters: Filters }) {
  const { get, set, reset, isFiltered } = filters;
  const webhooks = useRead(['webhooks', 'choices'], (api) =>
    orThrow(
      api.GET('/api/webhooks', { params: { query: { pageSize: 200, sortField: 'name', sortDir: 'asc' } } }),
    ),
  );
  return (
    <search className="filters">
      <SearchField
        label={texts.search}
        placeholder={texts.searchHint}
        value={get('search') ?? ''}
        onSearch={(search) => set({ search })}
      />
      <SelectField
        label={texts.status}
        value={get('status') ?? ''}
        onChange={({ target }) => set({ status: target.value })}
      >
        <option value="">{uiTexts.anyValue}</option>
        {deliveryStatuses.map((status) => (
          <option key={status} value={status}>
            {deliveryTexts.statuses[status]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.webhook}
        value={get('webhook') ?? ''}
        onChange={({ target }) => set({ webhook: target.value })}
      >
        <option value="">{uiTexts.anyValue}</option>
        {webhooks.data?.items.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SearchField
        label={texts.event}
        placeholder={texts.eventHint}
        value={get('event') ?? ''}
        onSearch={(event) => set({ event })}
      />
      <TextField
        label={texts.from}
        type="date"
        value={get('from') ?? ''}
        onChange={({ target }) => set({ from: target.value })}
      />
      <TextField
        label={texts.to}
        type="date"
        value={get('to') ?? ''}
        onChange={({ target }) => set({ to: target.value })}
      />
      {isFiltered && (
        <Button variant="quiet" onClick={reset}>
          {uiTexts.resetFilters}
        </Button>
      )}
    </search>
  );
}

export function DeliveriesPage() {
  const filters = useFilters();
  const query = queryOf(filters);
  const reading = useRead(['deliveries', 'list', query], (api) =>
    orThrow(api.GET('/api/webhooks/deliveries', { params: { query } })),
  );
  const { empty } = texts;
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        actions={<ExportMenu path="/api/webhooks/deliveries" query={query} />}
      />
      <DeliveryFilters filters={filters} />
      <Loaded of={reading}>
        {(page) =>
          page.items.length > 0 ? (
            <DeliveriesTable
              rows={page.items}
              foot={<Pager of={page} onPage={(to) => filters.set({ page: String(to) })} />}
            />
          ) : (
            <Empty title={filters.isFiltered ? empty.filtered : empty.title} icon="send">
              {filters.isFiltered ? empty.filteredText : empty.text}
            </Empty>
          )
        }
      </Loaded>
    </>
  );
}
