import { useState } from 'react';
import { Link } from 'react-router';
import { orThrow, type Role } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { roleTexts } from '../texts/access.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { CreateRoleDialog } from './role-dialogs.tsx';

const texts = roleTexts.list;

const pageSize = 25;

const columns: readonly Column<Role>[] = [
  {
    title: texts.columns.name,
    cell: ({ id, name, isChanging }) => (
      <>
        <Link to={`/roles/${id}`} className="break">
          {name}
        </Link>{' '}
        {isChanging && <Badge tone="warn">{texts.changing}</Badge>}
      </>
    ),
  },
  { title: texts.columns.users, isNumber: true, cell: ({ usersCount }) => usersCount },
  { title: texts.columns.keys, isNumber: true, cell: ({ keysCount }) => keysCount },
  { title: texts.columns.updated, cell: ({ updatedAt }) => <Time value={updatedAt} /> },
];

export function RolesPage() {
  const mayManage = useMay()('auth.roles.manage');
  const filters = useFilters();
  const [isCreating, setCreating] = useState(false);
  const query = { page: filters.page, pageSize, search: filters.get('search') };
  const reading = useRead(['roles', 'list', query], (api) =>
    orThrow(api.GET('/api/auth/roles', { params: { query } })),
  );
  const create = mayManage && (
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
            <ExportMenu path="/api/auth/roles" query={query} />
            {create}
          </>
        }
      />
      <FilterBar filters={filters}>
        <SearchFilter filters={filters} name="search" label={texts.search} hint={texts.searchHint} />
      </FilterBar>
      <ResourceList
        of={reading}
        caption={texts.title}
        columns={columns}
        keyOf={({ id }) => id}
        filters={filters}
        icon="shield"
        empty={{ ...texts.empty, action: create }}
      />
      {isCreating && <CreateRoleDialog onClose={() => setCreating(false)} />}
    </>
  );
}
