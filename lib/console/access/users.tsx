/** Users. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { users } from '../../../shared/clients/typescript/resources.ts';
import { SelectFilter } from '../forms/filter-bar.tsx';
import { time } from '../resources/cells.tsx';
import { type Filter, search } from '../resources/filters.tsx';
import { resource } from '../resources/resource.tsx';
import { userTexts } from '../texts/access.ts';
import { TitleCell } from '../ui/table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { useRoles } from './use-roles.ts';
import { UserState } from './user-state.tsx';

const texts = userTexts.list;

function RoleFilter() {
  const { data = [] } = useRoles().reading;
  const choices = data.map(({ id, name }) => [id, name] as const);
  return <SelectFilter name="role" label={texts.role} choices={choices} />;
}

const roleIds: Filter<string[]> = {
  read: (get) => {
    const role = get('role');
    return role === undefined ? undefined : [role];
  },
  control: <RoleFilter />,
};

export const { list } = resource({
  of: users,
  at: '/users',
  reads: 'users',
  icon: 'users',
  list: {
    texts: { ...texts, create: texts.invite },
    filters: { search: search(texts), roleIds },
    read: (api, query) => orThrow(api.GET('/api/auth/users', { params: { query } })),
    columns: {
      user: ({ id, name, email }) => (
        <TitleCell to={`/users/${id}`} title={name ?? email} sub={name !== null && email} />
      ),
      organization: ({ organizationName }) => organizationName ?? '–',
      roles: ({ roles }) =>
        roles.length > 0 ? (
          <span className="break">{roles.join(', ')}</span>
        ) : (
          <span className="muted">{texts.noRoles}</span>
        ),
      state: (user) => <UserState of={user} />,
      created: time('createdAt'),
    },
    fields: { user: 'email' },
    Create: InviteDialog,
  },
});
