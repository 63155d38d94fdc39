import { useState } from 'react';
import { Link } from 'react-router';
import { orThrow, type Role } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { roleTexts } from '../texts/access.ts';
import { Badge } from '../ui/badge.tsx';
import { CreateButton } from '../ui/button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { CreateRoleDialog } from './role-dialogs.tsx';

const texts = roleTexts.list;

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
  const query = { ...filters.paging, search: filters.get('search') };
  const reading = useRead(['roles', 'list', query], (api) =>
    orThrow(api.GET('/api/auth/roles', { params: { query } })),
  );
  const create = mayManage && <CreateButton onClick={() => setCreating(true)}>{texts.create}</CreateButton>;
  return (
    <>
      <ListPage
        texts={texts}
        exportOf={{ path: '/api/auth/roles', query }}
        create={create}
        of={reading}
        columns={columns}
        filters={filters}
        icon="shield"
      >
        <FilterBar filters={filters}>
          <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
        </FilterBar>
      </ListPage>
      {isCreating && <CreateRoleDialog onClose={() => setCreating(false)} />}
    </>
  );
}
