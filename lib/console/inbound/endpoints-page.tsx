import { type InboundEndpoint, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, OnOffFilter, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { isOn, useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { inboundTexts } from '../texts/inbound.ts';
import { CreateLink } from '../ui/link-button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { type Column, TitleCell } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { providerKeys, providerTitle } from './endpoint-fields.ts';
import { EndpointState } from './endpoint-state.tsx';

const texts = inboundTexts.list;

const path = '/api/webhooks/inbound-endpoints';

const columns: readonly Column<InboundEndpoint>[] = [
  {
    title: texts.columns.name,
    cell: ({ id, name, description }) => <TitleCell to={`/inbound/${id}`} title={name} sub={description} />,
  },
  { title: texts.columns.provider, cell: ({ providerKey }) => providerTitle(providerKey) },
  { title: texts.columns.state, cell: ({ isActive }) => <EndpointState isActive={isActive} /> },
  { title: texts.columns.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
  { title: texts.columns.updated, cell: ({ updatedAt }) => <Time value={updatedAt} /> },
];

export function EndpointsPage() {
  const may = useMay();
  const filters = useFilters();
  const { get, paging } = filters;
  const query = {
    ...paging,
    search: get('search'),
    providerKey: get('provider'),
    isActive: isOn(get('state')),
  };
  const reading = useRead(['inbound', 'list', query], (api) => orThrow(api.GET(path, { params: { query } })));
  const create = may('webhooks.manage') && <CreateLink to="/inbound/new">{texts.create}</CreateLink>;
  return (
    <ListPage
      texts={texts}
      exportOf={{ path, query }}
      create={create}
      of={reading}
      columns={columns}
      filters={filters}
      icon="inbox"
    >
      <FilterBar filters={filters}>
        <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
        <SelectFilter
          name="provider"
          label={texts.provider}
          choices={providerKeys.map((key) => [key, providerTitle(key)])}
        />
        <OnOffFilter label={texts.state} on={inboundTexts.states.active} off={inboundTexts.states.off} />
      </FilterBar>
    </ListPage>
  );
}
