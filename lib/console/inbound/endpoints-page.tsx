import { Link } from 'react-router';
import { type InboundEndpoint, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { inboundTexts } from '../texts/inbound.ts';
import { ExportMenu } from '../ui/export-menu.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { providerKeys, providerTitle } from './endpoint-fields.ts';
import { EndpointState } from './endpoint-state.tsx';

const texts = inboundTexts.list;

const path = '/api/webhooks/inbound-endpoints';
const pageSize = 25;

const columns: readonly Column<InboundEndpoint>[] = [
  {
    title: texts.columns.name,
    cell: ({ id, name, description }) => (
      <>
        <Link to={`/inbound/${id}`} className="break">
          {name}
        </Link>
        {description && <div className="sub break">{description}</div>}
      </>
    ),
  },
  { title: texts.columns.provider, cell: ({ providerKey }) => providerTitle(providerKey) },
  { title: texts.columns.state, cell: ({ isActive }) => <EndpointState isActive={isActive} /> },
  { title: texts.columns.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
  { title: texts.columns.updated, cell: ({ updatedAt }) => <Time value={updatedAt} /> },
];

const activity = { on: true, off: false } as const;

export function EndpointsPage() {
  const may = useMay();
  const filters = useFilters();
  const { get, page } = filters;
  const state = oneOf(['on', 'off'], get('state'));
  const query = {
    page,
    pageSize,
    search: get('search'),
    providerKey: get('provider'),
    isActive: state && activity[state],
  };
  const reading = useRead(['inbound', 'list', query], (api) => orThrow(api.GET(path, { params: { query } })));
  const create = may('webhooks.manage') && (
    <LinkButton to="/inbound/new" variant="primary" icon="plus">
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
            <ExportMenu path={path} query={query} />
            {create}
          </>
        }
      />
      <FilterBar filters={filters}>
        <SearchFilter filters={filters} name="search" label={texts.search} hint={texts.searchHint} />
        <SelectFilter
          filters={filters}
          name="provider"
          label={texts.provider}
          choices={providerKeys.map((key) => [key, providerTitle(key)])}
        />
        <SelectFilter
          filters={filters}
          name="state"
          label={texts.state}
          choices={[
            ['on', inboundTexts.states.active],
            ['off', inboundTexts.states.off],
          ]}
        />
      </FilterBar>
      <ResourceList
        of={reading}
        caption={texts.title}
        columns={columns}
        keyOf={({ id }) => id}
        filters={filters}
        icon="inbox"
        empty={{ ...texts.empty, action: create }}
      />
    </>
  );
}
