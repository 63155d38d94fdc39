import { orThrow, type User } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { allOrganizations } from '../session/organizations.ts';
import { useSession } from '../session/session.ts';
import { userTexts } from '../texts/access.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { exactTime } from '../ui/times.ts';
import { bodyOf, UserFields, type UserForm, useUserForm } from './user-fields.tsx';

const texts = userTexts.invite;

interface Invited {
  link: string;
  isMailed: boolean;
  expiresAt: string;
}

/** The link to pass on, and until when it works. */
function InvitationReady({ of, onClose }: { of: Invited; onClose: () => void }) {
  const { link, isMailed, expiresAt } = of;
  const intro = (isMailed ? texts.mailed : texts.notMailed)(exactTime(expiresAt));
  return <SecretDialog {...texts.ready} intro={intro} secret={link} onClose={onClose} />;
}

/** Sends another link to a user who has not chosen a password yet. The former one is void. */
export function InviteAgain({ user: { id } }: { user: User }) {
  const inviting = useWrite(
    (api) => orThrow(api.POST('/api/auth/users/{id}/invite', { params: { path: { id } } })),
    ['users'],
  );
  return (
    <>
      <Button icon="mail" isBusy={inviting.isPending} onClick={() => inviting.mutate(undefined)}>
        {texts.again}
      </Button>
      {inviting.error && <ProblemNotice error={inviting.error} />}
      {inviting.data && <InvitationReady of={inviting.data} onClose={inviting.reset} />}
    </>
  );
}

/** Invites a user, then shows the link to pass on. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { scope } = useSession();
  const { organizationId = '' } = scope;
  const form = useUserForm({
    email: '',
    name: '',
    organizationId: organizationId === allOrganizations ? '' : organizationId,
    roles: [],
  });
  const inviting = useWrite(
    (api, fields: UserForm) => orThrow(api.POST('/api/auth/users/invite', { body: bodyOf(fields) })),
    ['users', 'roles'],
  );
  if (inviting.data) return <InvitationReady of={inviting.data} onClose={onClose} />;
  return (
    <FormDialog
      title={texts.title}
      form={form}
      saving={inviting}
      submitLabel={texts.confirm}
      onSave={(fields) => inviting.mutate(fields)}
      onClose={onClose}
    >
      <UserFields form={form} error={inviting.error} />
    </FormDialog>
  );
}
