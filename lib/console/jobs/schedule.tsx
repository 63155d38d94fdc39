import type { ScheduledJob } from '../../../shared/clients/typescript/index.ts';
import { jobTexts as texts } from '../texts/jobs.ts';
import { OnOffBadge } from '../ui/badge.tsx';
import { Time } from '../ui/time.tsx';
import { clockTime, viewerZone } from '../ui/times.ts';

type Schedule = Pick<ScheduledJob, 'scheduleType' | 'scheduleValue' | 'timezone'>;

/** The schedule of a job as text. */
export function ScheduleText({ of: { scheduleType, scheduleValue, timezone } }: { of: Schedule }) {
  if (scheduleType === 'interval') return texts.every(scheduleValue);
  return (
    <>
      <code>{scheduleValue}</code>
      <div className="sub">{timezone}</div>
    </>
  );
}

/** The next run in the viewer's time zone and, if it differs, in that of the job. */
export function NextRun({
  of: { nextRunAt, scheduleType, timezone },
}: {
  of: Schedule & Pick<ScheduledJob, 'nextRunAt'>;
}) {
  if (nextRunAt === null) return <span className="muted">{texts.notPlanned}</span>;
  const isElsewhere = scheduleType === 'cron' && timezone !== viewerZone();
  return (
    <>
      <Time value={nextRunAt} />
      <div className="sub">{clockTime(nextRunAt)}</div>
      {isElsewhere && <div className="sub">{texts.inZone(clockTime(nextRunAt, timezone), timezone)}</div>}
    </>
  );
}

export function JobState({ isEnabled }: { isEnabled: boolean }) {
  return <OnOffBadge isOn={isEnabled} texts={texts.states} />;
}
