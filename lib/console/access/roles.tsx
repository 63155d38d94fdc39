/** Roles. */

import { Link } from 'react-router';
import { orThrow, type Role } from '../../../shared/clients/typescript/index.ts';
import { roles } from '../../../shared/clients/typescript/resources.ts';
import { type Versioned, withVersion } from '../api/queries.ts';
import { number, time } from '../resources/cells.tsx';
import { search } from '../resources/filters.tsx';
import { resource } from '../resources/resource.tsx';
import { useMay } from '../session/session.ts';
import { rightsTexts, roleTexts as texts } from '../texts/access.ts';
import { Badge } from '../ui/badge.tsx';
import { DialogButton } from '../ui/dialog-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { RightsEditor } from './rights-editor.tsx';
import { CreateRoleDialog, RenameRoleDialog } from './role-dialogs.tsx';

const at = '/roles';
const path = '/api/auth/roles';

function RoleBody({ of: { data: role } }: { of: Versioned<Role> }) {
  const may = useMay();
  const { id: roleId } = role;
  return (
    <>
      {role.isChanging && (
        <Notice tone="warn" title={texts.changing.title}>
          <p>{texts.changing.text}</p>
        </Notice>
      )}
      {may('auth.acl.manage') ? (
        <RightsEditor
          holder={{ resource: 'roles', id: roleId }}
          read={(api) => withVersion(api.GET('/api/auth/roles/acl', { params: { query: { roleId } } }))}
          write={(api, body, params) =>
            orThrow(api.PUT('/api/auth/roles/acl', { params, body: { roleId, ...body } }))
          }
        />
      ) : (
        <p className="muted">{rightsTexts.mayNot}</p>
      )}
    </>
  );
}

export const { list, show } = resource({
  of: roles,
  kind: 'auth.role',
  at,
  reads: 'roles',
  icon: 'shield',
  list: {
    texts: texts.list,
    filters: { search: search(texts.list) },
    read: (api, query) => orThrow(api.GET(path, { params: { query } })),
    columns: {
      name: ({ id, name, isChanging }) => (
        <>
          <Link to={`${at}/${id}`} className="break">
            {name}
          </Link>{' '}
          {isChanging && <Badge tone="warn">{texts.list.changing}</Badge>}
        </>
      ),
      users: number('usersCount'),
      keys: number('keysCount'),
      updated: time('updatedAt'),
    },
    Create: CreateRoleDialog,
  },
  one: {
    read: async (api, id) => {
      const { items } = await orThrow(api.GET(path, { params: { query: { id } } }));
      return { data: items[0] };
    },
    title: ({ name }) => name,
    gone: texts.gone,
    intro: ({ usersCount, keysCount }) => texts.holders(usersCount, keysCount),
    Actions: ({ of, remove }) => (
      <>
        {remove && (
          <DialogButton label={texts.rename}>
            {(onClose) => <RenameRoleDialog role={of} onClose={onClose} />}
          </DialogButton>
        )}
        {remove}
      </>
    ),
    Body: RoleBody,
  },
  remove: {
    texts: texts.remove,
    call: (api, id) => orThrow(api.DELETE(path, { params: { query: { id } } })),
  },
});
