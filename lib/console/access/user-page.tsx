import { useState } from 'react';
import { useParams } from 'react-router';
import { orThrow, type User } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { ChangesOf } from '../audit/changes-of.tsx';
import { useMay } from '../session/session.ts';
import { userTexts } from '../texts/access.ts';
import { uiTexts } from '../texts/ui.ts';
import { Attribute, Attributes, TimeAttribute } from '../ui/attributes.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { GonePage, LoadedPage } from '../ui/gone-page.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useToast } from '../ui/toasts.tsx';
import { InviteAgain } from './invite-dialog.tsx';
import { StoppingWork } from './stopping-work.tsx';
import { DeactivateDialog, EditUserDialog, EndSessionsDialog } from './user-dialogs.tsx';
import { UserState } from './user-state.tsx';

const texts = userTexts.show;

type Shown = 'edit' | 'deactivate' | 'end' | 'factors' | 'delete';

function Actions({ user, onShow }: { user: User; onShow: (dialog: Shown) => void }) {
  const may = useMay();
  const toast = useToast();
  const { id, isActive } = user;
  const activating = useWrite(
    (api) => orThrow(api.PUT('/api/auth/users', { body: { id, isActive: true } })),
    ['users'],
  );
  const activate = () => activating.mutate(undefined, { onSuccess: () => toast(texts.activated) });
  return (
    <>
      {may('auth.users.manage') && (
        <Button variant="primary" onClick={() => onShow('edit')}>
          {uiTexts.edit}
        </Button>
      )}
      {may('auth.acl.manage') && (
        <LinkButton to={`/users/${id}/rights`} icon="shield">
          {texts.rights}
        </LinkButton>
      )}
      {may('auth.users.manage') && (
        <>
          <Button isBusy={activating.isPending} onClick={isActive ? () => onShow('deactivate') : activate}>
            {isActive ? texts.deactivate : texts.activate}
          </Button>
          {isActive && !user.hasPassword && <InviteAgain user={user} />}
          {isActive && <Button onClick={() => onShow('end')}>{texts.endSessions}</Button>}
          {isActive && <Button onClick={() => onShow('factors')}>{userTexts.removeFactors.open}</Button>}
          <Button variant="danger" onClick={() => onShow('delete')}>
            {uiTexts.remove}
          </Button>
        </>
      )}
      {activating.error && <ProblemNotice error={activating.error} />}
    </>
  );
}

function UserDetails({ user }: { user: User }) {
  const { attributes } = texts;
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  return (
    <>
      <PageHeader
        title={user.name ?? user.email}
        intro={<UserState of={user} />}
        id={user.id}
        parent={{ to: '/users', title: userTexts.list.title }}
        actions={<Actions user={user} onShow={setShown} />}
      />
      {!user.isActive && <Notice tone="warn" title={texts.off} />}
      <Card title={texts.details}>
        <Attributes>
          <Attribute name={attributes.email}>{user.email}</Attribute>
          <Attribute name={attributes.roles}>
            {user.roles.length > 0 ? (
              <span className="row">
                {user.roles.map((role) => (
                  <span key={role} className="badge plain">
                    {role}
                  </span>
                ))}
              </span>
            ) : (
              <span className="muted">{userTexts.list.noRoles}</span>
            )}
          </Attribute>
          <Attribute name={attributes.organization}>{user.organizationName ?? '–'}</Attribute>
          <Attribute name={attributes.password}>
            {user.hasPassword ? texts.hasPassword : texts.noPassword}
          </Attribute>
          <TimeAttribute name={attributes.created} value={user.createdAt} />
          <TimeAttribute name={attributes.updated} value={user.updatedAt} />
        </Attributes>
      </Card>
      <ChangesOf kind="auth.user" id={user.id} since={user.createdAt} />
      {shown === 'edit' && <EditUserDialog user={user} onClose={close} />}
      {shown === 'deactivate' && <DeactivateDialog user={user} onClose={close} />}
      {shown === 'end' && <EndSessionsDialog user={user} onClose={close} />}
      {shown === 'factors' && (
        <DeleteDialog
          name={user.name ?? user.email}
          texts={userTexts.removeFactors}
          remove={(api) =>
            orThrow(api.DELETE('/api/auth/users/factors', { params: { query: { userId: user.id } } }))
          }
          onClose={close}
        />
      )}
      {shown === 'delete' && (
        <DeleteDialog
          name={user.name ?? user.email}
          texts={userTexts.remove}
          remove={(api) => orThrow(api.DELETE('/api/auth/users', { params: { query: { id: user.id } } }))}
          to="/users"
          refreshes={['roles']}
          onClose={close}
        >
          <StoppingWork runAs={`user:${user.id}`} />
        </DeleteDialog>
      )}
    </>
  );
}

export function UserPage() {
  const { id = '' } = useParams();
  const reading = useRead(['users', 'one', id], (api) =>
    orThrow(api.GET('/api/auth/users', { params: { query: { id } } })),
  );
  return (
    <LoadedPage of={reading} parent={{ to: '/users', title: userTexts.list.title }}>
      {({ items: [user] }) =>
        user ? (
          <UserDetails user={user} />
        ) : (
          <GonePage title={texts.gone} parent={{ to: '/users', title: userTexts.list.title }} icon="users" />
        )
      }
    </LoadedPage>
  );
}
