import type { ScheduledJob } from '../../../shared/clients/typescript/index.ts';
import { useZone } from '../session/use-zone-choice.ts';
import { jobTexts as texts } from '../texts/jobs.ts';
import { OnOffBadge } from '../ui/badge.tsx';
import { Time } from '../ui/time.tsx';
import { clockTime, inZone, viewerZone } from '../ui/times.ts';

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

/** The next run in the chosen time zone and, if it differs, in that of the job. */
export function NextRun({
  of: { nextRunAt, scheduleType, timezone },
}: {
  of: Schedule & Pick<ScheduledJob, 'nextRunAt'>;
}) {
  const chosen = useZone();
  if (nextRunAt === null) return <span className="muted">{texts.notPlanned}</span>;
  const isElsewhere = scheduleType === 'cron' && timezone !== (chosen ?? viewerZone());
  return (
    <>
      <Time value={nextRunAt} />
      <div className="sub">{inZone(clockTime(nextRunAt, chosen), chosen)}</div>
      {isElsewhere && <div className="sub">{texts.inZone(clockTime(nextRunAt, timezone), timezone)}</div>}
    </>
  );
}

export function JobState({ isEnabled }: { isEnabled: boolean }) {
  return <OnOffBadge isOn={isEnabled} texts={texts.states} />;
}
