import { useNavigate } from 'react-router';
import { orThrow, type ScheduledJob } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { SaveProblem } from '../forms/save-problem.tsx';
import { jobTexts } from '../texts/jobs.ts';
import { uiTexts } from '../texts/ui.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useToast } from '../ui/toasts.tsx';

const texts = jobTexts.remove;

/** Asks, deletes, and offers the way back. */
export function DeleteJobDialog({ job, onClose }: { job: ScheduledJob; onClose: () => void }) {
  const navigate = useNavigate();
  const toast = useToast();
  const restoring = useWrite(
    (api, id: string) => orThrow(api.POST('/api/scheduler/jobs/undo', { body: { id } })),
    ['jobs'],
  );
  const deleting = useWrite(
    (api, id: string) => orThrow(api.DELETE('/api/scheduler/jobs', { body: { id } })),
    [],
  );
  const undo = () =>
    restoring.mutateAsync(job.id).then(
      () => toast(texts.undone),
      () => toast(texts.notUndone),
    );
  const remove = () =>
    deleting.mutate(job.id, {
      onSuccess: () => {
        toast(texts.done, { label: uiTexts.undo, onAct: () => void undo() });
        void navigate('/jobs');
      },
    });
  return (
    <ConfirmDialog
      title={texts.title(job.name)}
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
