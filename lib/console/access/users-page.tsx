import { useState } from 'react';
import { Link } from 'react-router';
import { orThrow, type User } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { userTexts } from '../texts/access.ts';
import { Button } from '../ui/button.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { UserState } from './user-state.tsx';

const texts = userTexts.list;

const pageSize = 25;

const columns: readonly Column<User>[] = [
  {
    title: texts.columns.user,
    cell: ({ id, name, email }) => (
      <>
        <Link to={`/users/${id}`} className="break">
          {name ?? email}
        </Link>
        {name !== null && <div className="sub break">{email}</div>}
      </>
    ),
  },
  { title: texts.columns.organization, cell: ({ organizationName }) => organizationName ?? '–' },
  {
    title: texts.columns.roles,
    cell: ({ roles }) =>
      roles.length > 0 ? (
        <span className="break">{roles.join(', ')}</span>
      ) : (
        <span className="muted">{texts.noRoles}</span>
      ),
  },
  { title: texts.columns.state, cell: (user) => <UserState of={user} /> },
  { title: texts.columns.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
];

function useRoleFilter() {
  const maySee = useMay()('auth.roles.view');
  const { data } = useRead(
    ['roles', 'choice'],
    (api) => orThrow(api.GET('/api/auth/roles', { params: { query: { pageSize: 200 } } })),
    { enabled: maySee },
  );
  return data?.items ?? [];
}

export function UsersPage() {
  const mayManage = useMay()('auth.users.manage');
  const filters = useFilters();
  const [isInviting, setInviting] = useState(false);
  const roles = useRoleFilter();
  const { get, page } = filters;
  const role = get('role');
  const query = { page, pageSize, search: get('search'), roleIds: role ? [role] : undefined };
  const reading = useRead(['users', 'list', query], (api) =>
    orThrow(api.GET('/api/auth/users', { params: { query } })),
  );
  const invite = mayManage && (
    <Button variant="primary" icon="plus" onClick={() => setInviting(true)}>
      {texts.invite}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        actions={
          <>
            <ExportMenu path="/api/auth/users" query={query} />
            {invite}
          </>
        }
      />
      <FilterBar filters={filters}>
        <SearchFilter filters={filters} name="search" label={texts.search} hint={texts.searchHint} />
        <SelectFilter
          filters={filters}
          name="role"
          label={texts.role}
          choices={roles.map(({ id, name }) => [id, name])}
        />
      </FilterBar>
      <ResourceList
        of={reading}
        caption={texts.title}
        columns={columns}
        keyOf={({ id }) => id}
        filters={filters}
        icon="users"
        empty={{ ...texts.empty, action: invite }}
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}
