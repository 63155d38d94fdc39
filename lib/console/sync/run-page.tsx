import { Link, useNavigate, useParams } from 'react-router';
import { orThrow, type SyncRunDetail } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { StoryLink } from '../events/story-link.tsx';
import { Subject, ThingName } from '../names/thing-name.tsx';
import { useMay } from '../session/session.ts';
import { useZone } from '../session/use-zone-choice.ts';
import { syncTexts } from '../texts/sync.ts';
import { Attribute, Attributes, CodeAttribute, TimeAttribute } from '../ui/attributes.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Figures } from '../ui/figures.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { duration, inZone } from '../ui/times.ts';
import { useToast } from '../ui/toasts.tsx';
import { FailedItems } from './failed-items.tsx';
import { isOver, RunStatus } from './run-status.tsx';
import './sync.css';
import { LoadedPage } from '../ui/gone-page.tsx';
import { useIntegrationTitle } from './use-options.tsx';

const texts = syncTexts.run;

/** Batches publish no event to browsers. */
const refreshEveryMs = 1_000;

function Actions({ run }: { run: SyncRunDetail }) {
  const may = useMay();
  const toast = useToast();
  const navigate = useNavigate();
  const params = { path: { id: run.id } };
  const cancelling = useWrite(
    (api, _: undefined) => orThrow(api.POST('/api/data_sync/runs/{id}/cancel', { params })),
    ['syncRuns', 'progress'],
  );
  const retrying = useWrite(
    (api, fromBeginning: boolean) =>
      orThrow(api.POST('/api/data_sync/runs/{id}/retry', { params, body: { fromBeginning } })),
    ['syncRuns', 'progress'],
  );
  const retry = (fromBeginning: boolean) =>
    retrying.mutate(fromBeginning, {
      onSuccess: ({ id }) => {
        toast(texts.retried);
        void navigate(`/sync/runs/${id}`);
      },
    });
  const failure = cancelling.error ?? retrying.error;
  const requested = { type: 'data_sync.run.requested', entityId: run.id, from: run.createdAt };
  return (
    <>
      <StoryLink of={requested} />
      {may('entities.records.view') && run.direction === 'import' && (
        <LinkButton to={`/records?type=${run.recordType}`}>{texts.records}</LinkButton>
      )}
      {may('data_sync.run') && !isOver(run) && (
        <Button
          variant="danger"
          isBusy={cancelling.isPending}
          onClick={() => cancelling.mutate(undefined, { onSuccess: () => toast(texts.cancelled) })}
        >
          {texts.cancel}
        </Button>
      )}
      {may('data_sync.run') && (isOver(run) || run.status === 'paused') && (
        <>
          {run.status !== 'completed' && (
            <Button isBusy={retrying.isPending} onClick={() => retry(false)}>
              {texts.retry}
            </Button>
          )}
          <Button isBusy={retrying.isPending} onClick={() => retry(true)}>
            {texts.retryAll}
          </Button>
        </>
      )}
      {failure && <ProblemNotice error={failure} />}
    </>
  );
}

function leftInWords(etaSeconds: number, timeZone: string | undefined): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone });
  const end = format.format(Date.now() + etaSeconds * 1_000);
  return texts.left(duration(etaSeconds * 1_000), inZone(end, timeZone));
}

/** The progress of an active run. */
function RunProgress({ run: { progressJob } }: { run: SyncRunDetail }) {
  const zone = useZone();
  if (progressJob === null) return null;
  const { processedCount, totalCount, progressPercent, etaSeconds } = progressJob;
  return (
    <div className="stack tight">
      <progress
        max={100}
        value={totalCount === null ? undefined : progressPercent}
        aria-label={texts.progress}
      />
      <p className="small muted">
        {texts.of(processedCount, totalCount)}
        {etaSeconds !== null && etaSeconds > 0 && ` · ${leftInWords(etaSeconds, zone)}`}
      </p>
    </div>
  );
}

function Counters({ run }: { run: SyncRunDetail }) {
  const { createdCount, updatedCount, skippedCount, heldBackCount = 0, failedCount, fixedCount = 0 } = run;
  const { figures } = texts;
  const count = (value: number): string => value.toLocaleString('en');
  return (
    <Card title={texts.counters} actions={<RunStatus of={run} />}>
      <div className="stack">
        {!isOver(run) && <RunProgress run={run} />}
        <Figures
          of={[
            { name: figures.created, value: count(createdCount) },
            { name: figures.updated, value: count(updatedCount) },
            { name: figures.skipped, value: count(skippedCount) },
            ...(heldBackCount > 0 ? [{ name: figures.heldBack, value: count(heldBackCount) }] : []),
            {
              name: figures.failed,
              value: count(failedCount),
              ...(failedCount > 0 && { tone: 'bad' as const }),
            },
            ...(fixedCount > 0
              ? [{ name: figures.fixed, value: count(fixedCount), tone: 'good' as const }]
              : []),
          ]}
        />
      </div>
    </Card>
  );
}

function Details({ run }: { run: SyncRunDetail }) {
  const { attributes } = texts;
  const titleOf = useIntegrationTitle();
  return (
    <Card title={texts.settings}>
      <Attributes>
        <Attribute name={attributes.integration}>{titleOf(run.integrationId)}</Attribute>
        <CodeAttribute name={attributes.type}>{run.recordType}</CodeAttribute>
        <Attribute name={attributes.by}>
          <Subject of={run.triggeredBy} />
        </Attribute>
        <Attribute name={attributes.full}>{run.fullSync ? texts.fromBeginning : texts.fromCursor}</Attribute>
        {run.attachmentId && (
          <Attribute name={attributes.file}>
            <ThingName kind="attachments.attachment" id={run.attachmentId} />
          </Attribute>
        )}
        {run.retryOf && (
          <Attribute name={attributes.retryOf}>
            <Link to={`/sync/runs/${run.retryOf}`}>{texts.earlier}</Link>
          </Attribute>
        )}
        <TimeAttribute name={attributes.started} value={run.startedAt} />
        {run.finishedAt && <TimeAttribute name={attributes.finished} value={run.finishedAt} />}
        <Attribute name={attributes.took}>{duration(run.durationMs)}</Attribute>
        <Attribute name={attributes.batches}>{run.batchesCompleted}</Attribute>
        <Attribute name={attributes.size}>{run.batchSize}</Attribute>
        <Attribute name={attributes.maxFailures}>{run.maxFailures ?? texts.never}</Attribute>
      </Attributes>
    </Card>
  );
}

function RunDetails({ run }: { run: SyncRunDetail }) {
  const titleOf = useIntegrationTitle();
  return (
    <>
      <PageHeader
        title={texts.title(run.entityType, syncTexts.directions[run.direction])}
        intro={titleOf(run.integrationId)}
        id={run.id}
        parent={{ to: '/sync', title: syncTexts.list.title }}
        actions={<Actions run={run} />}
      />
      {run.lastError && (
        <Notice tone={run.status === 'failed' ? 'bad' : 'warn'} title={syncTexts.statuses[run.status]}>
          <p className="break">{run.lastError}</p>
          {run.status === 'paused' && <p>{texts.pausedHelp}</p>}
        </Notice>
      )}
      {run.failedCount === 0 && (run.fixedCount ?? 0) > 0 && <Notice tone="good" title={texts.allFixed} />}
      <Counters run={run} />
      <FailedItems run={run} />
      <Details run={run} />
    </>
  );
}

/** A run with its counters, polled until it ends. */
export function RunPage() {
  const { id = '' } = useParams();
  const reading = useRead(
    ['syncRuns', 'one', id],
    (api) => orThrow(api.GET('/api/data_sync/runs/{id}', { params: { path: { id } } })),
    { refreshEveryMs, isFinal: isOver },
  );
  return (
    <LoadedPage of={reading} parent={{ to: '/sync', title: syncTexts.list.title }}>
      {(run) => <RunDetails key={id} run={run} />}
    </LoadedPage>
  );
}
