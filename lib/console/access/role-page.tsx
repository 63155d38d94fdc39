import { useState } from 'react';
import { useParams } from 'react-router';
import { orThrow, type Role } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, useRead, withVersion } from '../api/queries.ts';
import { useMay } from '../session/session.ts';
import { rightsTexts, roleTexts as texts } from '../texts/access.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { GonePage } from '../ui/gone-page.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { RightsEditor } from './rights-editor.tsx';
import { RenameRoleDialog } from './role-dialogs.tsx';

function RoleDetails({ role }: { role: Role }) {
  const may = useMay();
  const [shown, setShown] = useState<'rename' | 'delete'>();
  const close = () => setShown(undefined);
  return (
    <>
      <PageHeader
        title={role.name}
        intro={texts.holders(role.usersCount, role.keysCount)}
        parent={{ to: '/roles', title: texts.list.title }}
        actions={
          may('auth.roles.manage') && (
            <>
              <Button onClick={() => setShown('rename')}>{texts.rename}</Button>
              <Button variant="danger" onClick={() => setShown('delete')}>
                {uiTexts.remove}
              </Button>
            </>
          )
        }
      />
      {role.isChanging && (
        <Notice tone="warn" title={texts.changing.title}>
          <p>{texts.changing.text}</p>
        </Notice>
      )}
      {may('auth.acl.manage') ? (
        <RightsEditor
          holder={{ resource: 'roles', id: role.id }}
          read={(api) =>
            withVersion(api.GET('/api/auth/roles/acl', { params: { query: { roleId: role.id } } }))
          }
          write={(api, body, etag) =>
            orThrow(
              api.PUT('/api/auth/roles/acl', { params: ifMatch(etag), body: { roleId: role.id, ...body } }),
            )
          }
        />
      ) : (
        <p className="muted">{rightsTexts.mayNot}</p>
      )}
      {shown === 'rename' && <RenameRoleDialog role={role} onClose={close} />}
      {shown === 'delete' && (
        <DeleteDialog
          name={role.name}
          texts={texts.remove}
          remove={(api) => orThrow(api.DELETE('/api/auth/roles', { params: { query: { id: role.id } } }))}
          to="/roles"
          onClose={close}
        />
      )}
    </>
  );
}

export function RolePage() {
  const { id = '' } = useParams();
  const reading = useRead(['roles', 'one', id], (api) =>
    orThrow(api.GET('/api/auth/roles', { params: { query: { id } } })),
  );
  return (
    <Loaded of={reading}>
      {({ items: [role] }) =>
        role ? (
          <RoleDetails key={role.id} role={role} />
        ) : (
          <GonePage title={texts.gone} parent={{ to: '/roles', title: texts.list.title }} icon="shield" />
        )
      }
    </Loaded>
  );
}
