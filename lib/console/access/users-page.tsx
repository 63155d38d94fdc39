import { useState } from 'react';
import { orThrow, type User } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { userTexts } from '../texts/access.ts';
import { CreateButton } from '../ui/button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { type Column, TitleCell } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { UserState } from './user-state.tsx';

const texts = userTexts.list;

const columns: readonly Column<User>[] = [
  {
    title: texts.columns.user,
    cell: ({ id, name, email }) => (
      <TitleCell to={`/users/${id}`} title={name ?? email} sub={name !== null && email} />
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
  const { get, paging } = filters;
  const role = get('role');
  const query = { ...paging, search: get('search'), roleIds: role ? [role] : undefined };
  const reading = useRead(['users', 'list', query], (api) =>
    orThrow(api.GET('/api/auth/users', { params: { query } })),
  );
  const invite = mayManage && <CreateButton onClick={() => setInviting(true)}>{texts.invite}</CreateButton>;
  return (
    <>
      <ListPage
        texts={texts}
        exportOf={{ path: '/api/auth/users', query }}
        create={invite}
        of={reading}
        columns={columns}
        filters={filters}
        icon="users"
      >
        <FilterBar filters={filters}>
          <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
          <SelectFilter name="role" label={texts.role} choices={roles.map(({ id, name }) => [id, name])} />
        </FilterBar>
      </ListPage>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}
