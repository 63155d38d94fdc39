import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { allOrganizations } from '../session/organizations.ts';
import { useSession } from '../session/session.ts';
import { userTexts } from '../texts/access.ts';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { bodyOf, UserFields, type UserForm, useUserForm } from './user-fields.tsx';

const texts = userTexts.invite;

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
  if (inviting.data) {
    const { link, isMailed } = inviting.data;
    const intro = isMailed ? texts.mailed : texts.notMailed;
    return <SecretDialog {...texts.ready} intro={intro} secret={link} onClose={onClose} />;
  }
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
