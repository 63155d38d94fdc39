import { useNavigate } from 'react-router';
import { type LibraryAttachmentDetail, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { SaveProblem } from '../forms/save-problem.tsx';
import { attachmentTexts } from '../texts/attachments.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useToast } from '../ui/toasts.tsx';

const texts = attachmentTexts.remove;

/** Asks, deletes, and leads back to the library. */
export function DeleteFileDialog({ file, onClose }: { file: LibraryAttachmentDetail; onClose: () => void }) {
  const navigate = useNavigate();
  const toast = useToast();
  const deleting = useWrite(
    (api, id: string) => orThrow(api.DELETE('/api/attachments/library/{id}', { params: { path: { id } } })),
    ['storage'],
  );
  const remove = () =>
    deleting.mutate(file.id, {
      onSuccess: () => {
        toast(texts.done);
        void navigate('/files');
      },
    });
  return (
    <ConfirmDialog
      title={texts.title(file.originalName)}
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
