import { type Execution, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useReadLog } from '../api/queries.ts';
import { StoryLink } from '../events/story-link.tsx';
import { SelectFilter } from '../forms/filter-bar.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { Actor } from '../names/thing-name.tsx';
import { useZone } from '../session/use-zone-choice.ts';
import { jobTexts } from '../texts/jobs.ts';
import { uiTexts } from '../texts/ui.ts';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import type { Tone } from '../ui/notice.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { toListPage } from '../ui/resource-list.tsx';
import { RowsOfPage } from '../ui/rows-of-page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { Pager } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { Timeline, TimelineEntry } from '../ui/timeline.tsx';
import { clockTime, duration, inZone } from '../ui/times.ts';

const texts = jobTexts.show;

const pageSize = 10;

/** Runs publish no event to browsers. */
const refreshEveryMs = 2_000;

type State = Execution['state'];

const tones: Readonly<Record<State, Tone>> = {
  waiting: 'calm',
  active: 'accent',
  completed: 'good',
  failed: 'bad',
  delayed: 'warn',
  paused: 'calm',
};

const states = ['waiting', 'active', 'completed', 'failed', 'delayed'] as const;

const isOver = ({ state }: Execution): boolean => state === 'completed' || state === 'failed';

function Run({ run, jobId }: { run: Execution; jobId: string }) {
  const { state, scheduledAt, startedAt, durationMs, triggerType, attemptsMade, progress, error, result } =
    run;
  const { triggeredByUserId } = run;
  const zone = useZone();
  const scheduledText = inZone(clockTime(scheduledAt, zone), zone);
  const notes = [
    ...(durationMs === null ? [] : [duration(durationMs)]),
    ...(attemptsMade > 1 ? [texts.attempts(attemptsMade)] : []),
    ...(triggerType === 'manual' ? [texts.byHand] : []),
  ];
  return (
    <TimelineEntry
      title={scheduledText}
      tone={tones[state]}
      badge={jobTexts.runStates[state]}
      aside={
        <>
          <Time value={scheduledAt} />
          {notes.map((note) => ` · ${note}`)}
          {triggeredByUserId !== null && (
            <>
              {' '}
              {texts.by} <Actor type="user" id={triggeredByUserId} />
            </>
          )}
        </>
      }
    >
      {state === 'active' && <progress max={100} value={progress} aria-label={texts.progress} />}
      {error && <p className="break">{error}</p>}
      {startedAt && (
        <div className="row">
          <StoryLink
            of={{ type: 'scheduler.job.started', entityId: jobId, from: startedAt, to: startedAt }}
            name={scheduledText}
          />
        </div>
      )}
      {result && (
        <details>
          <summary>{texts.details}</summary>
          <CodeBlock what={texts.result} text={readableJson(result)} />
        </details>
      )}
    </TimelineEntry>
  );
}

/** The runs of a job, the latest first; the list is polled while a run is active. */
export function RunHistory({ jobId }: { jobId: string }) {
  const filters = useFilters();
  const state = oneOf(states, filters.get('state'));
  const query = { page: filters.page, pageSize, state };
  const reading = useReadLog(
    ['jobs', 'runs', jobId, query],
    async (api, withTotal) => {
      const params = { path: { id: jobId }, query: { ...query, withTotal } };
      return toListPage(await orThrow(api.GET('/api/scheduler/jobs/{id}/executions', { params })));
    },
    { refreshEveryMs, isFinal: ({ items }) => items.every(isOver) },
  );
  return (
    <Card
      title={texts.history}
      actions={
        <SelectFilter
          name="state"
          label={texts.state}
          choices={states.map((one) => [one, jobTexts.runStates[one]])}
        />
      }
    >
      <Loaded of={reading}>
        {(list) => (
          <RowsOfPage
            of={list}
            filters={filters}
            empty={<Empty icon="clock" {...(filters.isFiltered ? uiTexts.noMatch : texts.noRuns)} />}
          >
            <div className="stack">
              <Timeline>
                {list.items.map((run) => (
                  <Run key={run.id} run={run} jobId={jobId} />
                ))}
              </Timeline>
              <div className="row apart small muted">
                <Pager of={list} onPage={(to) => filters.set({ page: String(to) })} />
              </div>
            </div>
          </RowsOfPage>
        )}
      </Loaded>
    </Card>
  );
}
