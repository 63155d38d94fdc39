import { useNavigate } from 'react-router';
import { orThrow, type Webhook } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { SaveProblem } from '../forms/save-problem.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useToast } from '../ui/toasts.tsx';

const texts = webhookTexts.remove;

export function DeleteDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const navigate = useNavigate();
  const toast = useToast();
  const deleting = useWrite(
    (api, id: string) => orThrow(api.DELETE('/api/webhooks/{id}', { params: { path: { id } } })),
    [],
  );
  const remove = () =>
    deleting.mutate(webhook.id, {
      onSuccess: () => {
        toast(texts.done);
        void navigate('/webhooks');
      },
    });
  return (
    <ConfirmDialog
      title={texts.title(webhook.name)}
      confirmLabel={texts.confirm}
      isBusy={deleting.isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <SaveProblem error={deleting.error} />
      <p>{texts.text}</p>
    </ConfirmDialog>
  );
}
