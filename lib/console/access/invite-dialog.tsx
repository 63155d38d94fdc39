import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { SaveProblem } from '../forms/save-problem.tsx';
import { allOrganizations } from '../session/organizations.ts';
import { useSession } from '../session/session.ts';
import { userTexts } from '../texts/access.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
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
    <Dialog title={texts.title} onClose={onClose}>
      <form className="form" onSubmit={form.handleSubmit((fields) => inviting.mutate(fields))} noValidate>
        <SaveProblem error={inviting.error} />
        <UserFields form={form} error={inviting.error} />
        <div className="form-actions">
          <Button variant="primary" type="submit" isBusy={inviting.isPending}>
            {texts.confirm}
          </Button>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
