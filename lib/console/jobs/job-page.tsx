import type { ReactNode } from 'react';
import { orThrow, type ScheduledJob } from '../../../shared/clients/typescript/index.ts';
import { TakeOverButton } from '../access/take-over-button.tsx';
import { useRead, useWrite, type Versioned } from '../api/queries.ts';
import { ConditionOutline } from '../conditions/condition-outline.tsx';
import { Actor, Subject } from '../names/thing-name.tsx';
import { useMay } from '../session/session.ts';
import { jobTexts } from '../texts/jobs.ts';
import { uiTexts } from '../texts/ui.ts';
import { Attribute, Attributes, CodeAttribute, TimeAttribute } from '../ui/attributes.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { Loaded } from '../ui/states.tsx';
import { useToast } from '../ui/toasts.tsx';
import { FiringsTable } from './firings.tsx';
import { RunHistory } from './run-history.tsx';
import { ScheduleText } from './schedule.tsx';

const texts = jobTexts.show;

function useSwitch(id: string) {
  return useWrite(
    (api, isEnabled: boolean) => orThrow(api.PUT('/api/scheduler/jobs', { body: { id, isEnabled } })),
    ['jobs'],
  );
}

interface ActionsProps {
  of: ScheduledJob;
  edit: ReactNode;
  remove: ReactNode;
}

export function JobActions({ of: job, edit, remove }: ActionsProps) {
  const may = useMay();
  const toast = useToast();
  const switching = useSwitch(job.id);
  const running = useWrite(
    (api, id: string) => orThrow(api.POST('/api/scheduler/trigger', { body: { id } })),
    ['jobs'],
  );
  const takingOver = useWrite(
    (api) => orThrow(api.POST('/api/scheduler/jobs/{id}/take-over', { params: { path: { id: job.id } } })),
    ['jobs'],
  );
  const failure = running.error ?? switching.error ?? takingOver.error;
  return (
    <>
      {may('scheduler.jobs.trigger') && job.isEnabled && (
        <Button
          variant="primary"
          icon="send"
          isBusy={running.isPending}
          onClick={() => running.mutate(job.id, { onSuccess: () => toast(texts.started) })}
        >
          {texts.run}
        </Button>
      )}
      {edit}
      {may('scheduler.jobs.manage') && (
        <>
          <Button isBusy={switching.isPending} onClick={() => switching.mutate(!job.isEnabled)}>
            {job.isEnabled ? texts.disable : texts.enable}
          </Button>
          <TakeOverButton of={job} taking={takingOver} />
        </>
      )}
      {remove}
      {failure && <ProblemNotice error={failure} />}
    </>
  );
}

function NextRuns({ job }: { job: ScheduledJob }) {
  const query = { jobId: job.id };
  const reading = useRead(['jobs', 'firings', job.id], (api) =>
    orThrow(api.GET('/api/scheduler/firings', { params: { query } })),
  );
  return (
    <Card title={texts.next}>
      <Loaded of={reading}>
        {({ firings, scheduleType, timezone }) => (
          <FiringsTable
            caption={texts.next}
            firings={firings}
            zone={scheduleType === 'cron' ? timezone : undefined}
            note={!job.isEnabled && texts.nextOff}
          />
        )}
      </Loaded>
    </Card>
  );
}

function Settings({ job }: { job: ScheduledJob }) {
  const { attributes } = texts;
  const { targetQueue, targetCommand, targetPayload, requireFeature, sourceModule } = job;
  return (
    <Card title={texts.settings}>
      <div className="stack">
        <Attributes>
          <Attribute name={attributes.schedule}>
            <ScheduleText of={job} />
          </Attribute>
          <Attribute name={attributes.scope}>{jobTexts.scopes[job.scopeType]}</Attribute>
          {targetQueue && <CodeAttribute name={attributes.queue}>{targetQueue}</CodeAttribute>}
          {targetCommand && <CodeAttribute name={attributes.command}>{targetCommand}</CodeAttribute>}
          {requireFeature && <CodeAttribute name={attributes.feature}>{requireFeature}</CodeAttribute>}
          {job.condition && (
            <Attribute name={attributes.condition}>
              <ConditionOutline condition={job.condition} />
            </Attribute>
          )}
          <Attribute name={attributes.source}>
            {sourceModule ? texts.byModule(sourceModule) : <Subject of={job.createdBy} />}
          </Attribute>
          <Attribute name={uiTexts.runsAs}>
            <Actor {...job.runAs} />
          </Attribute>
          <TimeAttribute name={attributes.created} value={job.createdAt} />
          <TimeAttribute name={attributes.updated} value={job.updatedAt} />
        </Attributes>
        {targetPayload && <CodeBlock what={texts.payload} text={readableJson(targetPayload)} />}
      </div>
    </Card>
  );
}

/** When a job runs next, its runs, and its settings. */
export function JobBody({ of: { data: job } }: { of: Versioned<ScheduledJob> }) {
  return (
    <>
      {!job.isEnabled && <Notice tone="warn" title={texts.off} />}
      {job.blockedReason && <Notice tone="warn" title={job.blockedReason} />}
      <NextRuns job={job} />
      <RunHistory jobId={job.id} />
      <Settings job={job} />
    </>
  );
}
