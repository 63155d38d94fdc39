import { orThrow, type ProgressJobSummary } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { useMay } from '../session/session.ts';
import { workTexts as texts } from '../texts/work.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ProblemNotice, type Tone } from '../ui/notice.tsx';
import { duration } from '../ui/times.ts';
import { useToast } from '../ui/toasts.tsx';
import './progress-rows.css';

type Status = ProgressJobSummary['status'];

const tones: Readonly<Record<Status, Tone>> = {
  pending: 'calm',
  running: 'accent',
  completed: 'good',
  failed: 'bad',
  cancelled: 'warn',
};

export function WorkStatus({ status }: { status: Status }) {
  return <Badge tone={tones[status]}>{texts.statuses[status]}</Badge>;
}

function CancelButton({ job }: { job: ProgressJobSummary }) {
  const toast = useToast();
  const cancelling = useWrite(
    (api, id: string) => orThrow(api.DELETE('/api/progress/jobs/{id}', { params: { path: { id } } })),
    ['progress'],
  );
  return (
    <>
      <Button
        aria-label={texts.cancelOf(job.name)}
        isBusy={cancelling.isPending}
        onClick={() => cancelling.mutate(job.id, { onSuccess: () => toast(texts.cancelled) })}
      >
        {texts.cancel}
      </Button>
      {cancelling.error && <ProblemNotice error={cancelling.error} />}
    </>
  );
}

function ProgressRow({ job }: { job: ProgressJobSummary }) {
  const may = useMay();
  const { name, status, progressPercent, processedCount, totalCount, etaSeconds, errorMessage } = job;
  const isUnderWay = status === 'pending' || status === 'running';
  return (
    <li className="progress-row">
      <div className="row apart">
        <div className="row">
          <strong className="break">{name}</strong>
          <WorkStatus status={status} />
        </div>
        {isUnderWay && job.cancellable && may('progress.cancel') && <CancelButton job={job} />}
      </div>
      {isUnderWay && (
        <>
          <progress
            max={100}
            value={totalCount === null && progressPercent === 0 ? undefined : progressPercent}
            aria-label={texts.progress(name)}
          />
          <p className="small muted">
            {texts.of(processedCount, totalCount)}
            {etaSeconds !== null && etaSeconds > 0 && ` · ${texts.left(duration(etaSeconds * 1_000))}`}
          </p>
        </>
      )}
      {errorMessage && <p className="small break">{errorMessage}</p>}
    </li>
  );
}

/** Jobs with their progress; ended jobs stay for a moment. */
export function ProgressRows({ jobs }: { jobs: readonly ProgressJobSummary[] }) {
  return (
    <ul className="progress-rows">
      {jobs.map((job) => (
        <ProgressRow key={job.id} job={job} />
      ))}
    </ul>
  );
}
