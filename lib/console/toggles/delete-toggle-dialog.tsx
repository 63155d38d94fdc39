import { useNavigate } from 'react-router';
import { orThrow, type Toggle } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { SaveProblem } from '../forms/save-problem.tsx';
import { toggleTexts } from '../texts/toggles.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useToast } from '../ui/toasts.tsx';

const texts = toggleTexts.remove;

export function DeleteToggleDialog({ toggle, onClose }: { toggle: Toggle; onClose: () => void }) {
  const navigate = useNavigate();
  const toast = useToast();
  const deleting = useWrite(
    (api, id: string) => orThrow(api.DELETE('/api/feature_toggles/global', { params: { query: { id } } })),
    [],
  );
  const remove = () =>
    deleting.mutate(toggle.id, {
      onSuccess: () => {
        toast(texts.done);
        void navigate('/toggles');
      },
    });
  return (
    <ConfirmDialog
      title={texts.title(toggle.name)}
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
