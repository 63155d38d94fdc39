import { useState } from 'react';
import { Link } from 'react-router';
import { orThrow, type Tenant } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { tenantTexts } from '../texts/directory.ts';
import { Badge } from '../ui/badge.tsx';
import { CreateButton } from '../ui/button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { TenantDialog } from './tenant-dialogs.tsx';

const texts = tenantTexts.list;

export function TenantState({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Badge tone="good">{tenantTexts.states.open}</Badge>
  ) : (
    <Badge tone="warn">{tenantTexts.states.closed}</Badge>
  );
}

const columns: readonly Column<Tenant>[] = [
  {
    title: texts.columns.name,
    cell: ({ id, name }) => (
      <Link to={`/tenants/${id}`} className="break">
        {name}
      </Link>
    ),
  },
  { title: texts.columns.state, cell: ({ isActive }) => <TenantState isActive={isActive} /> },
  { title: texts.columns.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
  { title: texts.columns.updated, cell: ({ updatedAt }) => <Time value={updatedAt} /> },
];

const states = { open: true, closed: false } as const;

/** Every tenant of the platform, for super admins. */
export function TenantsPage() {
  const filters = useFilters();
  const [isCreating, setCreating] = useState(false);
  const { get, paging } = filters;
  const state = oneOf(['open', 'closed'], get('state'));
  const query = { ...paging, search: get('search'), isActive: state && states[state] };
  const reading = useRead(['tenants', 'list', query], (api) =>
    orThrow(api.GET('/api/directory/tenants', { params: { query } })),
  );
  const create = <CreateButton onClick={() => setCreating(true)}>{texts.create}</CreateButton>;
  return (
    <>
      <ListPage
        texts={texts}
        exportOf={{ path: '/api/directory/tenants', query }}
        create={create}
        of={reading}
        columns={columns}
        filters={filters}
        icon="building"
      >
        <FilterBar filters={filters}>
          <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
          <SelectFilter name="state" label={texts.state} choices={Object.entries(tenantTexts.states)} />
        </FilterBar>
      </ListPage>
      {isCreating && <TenantDialog onClose={() => setCreating(false)} />}
    </>
  );
}
