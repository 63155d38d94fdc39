import { useState } from 'react';
import { Link } from 'react-router';
import { orThrow, type Tenant } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { tenantTexts } from '../texts/directory.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { TenantDialog } from './tenant-dialogs.tsx';

const texts = tenantTexts.list;

const pageSize = 25;

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
  const { get, page } = filters;
  const state = oneOf(['open', 'closed'], get('state'));
  const query = { page, pageSize, search: get('search'), isActive: state && states[state] };
  const reading = useRead(['tenants', 'list', query], (api) =>
    orThrow(api.GET('/api/directory/tenants', { params: { query } })),
  );
  const create = (
    <Button variant="primary" icon="plus" onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        actions={
          <>
            <ExportMenu path="/api/directory/tenants" query={query} />
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
          choices={Object.entries(tenantTexts.states)}
        />
      </FilterBar>
      <ResourceList
        of={reading}
        caption={texts.title}
        columns={columns}
        keyOf={({ id }) => id}
        filters={filters}
        icon="building"
        empty={{ ...texts.empty, action: create }}
      />
      {isCreating && <TenantDialog onClose={() => setCreating(false)} />}
    </>
  );
}
