/** The schedule of a job, with a preview of the next five runs. */
import { useId } from 'react';
import { orThrow, parseJson, toJson } from '../../../shared/clients/typescript/index.ts';
import { problemOf } from '../api/problems.ts';
import { useRead } from '../api/queries.ts';
import { SelectField, TextField } from '../forms/field.tsx';
import { refusalsOf } from '../forms/form-fields.ts';
import { jobTexts } from '../texts/jobs.ts';
import { uiTexts } from '../texts/ui.ts';
import { Figures } from '../ui/figures.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loading } from '../ui/states.tsx';
import { usePause } from '../ui/use-pause.ts';
import { FiringsTable } from './firings.tsx';
import { type ScheduleForm, scheduleOf, scheduleTypes } from './job-fields.ts';

const texts = jobTexts.form;

const shownFirings = 5;

/** The next runs of the entered schedule. */
function useFirings(schedule: ScheduleForm) {
  const steady = usePause(toJson({ ...scheduleOf(schedule), count: shownFirings }));
  const query: ReturnType<typeof scheduleOf> & { count: number } = parseJson(steady);
  return useRead(
    ['jobs', 'firings', steady],
    (api) => orThrow(api.GET('/api/scheduler/firings', { params: { query } })),
    { enabled: query.scheduleValue !== '' },
  );
}

/** The next runs; nothing for a schedule whose fields say what is wrong. */
function NextFirings({ of: { data, error } }: { of: ReturnType<typeof useFirings> }) {
  if (error) {
    const { message, fields } = problemOf(error);
    return fields.length > 0 ? (
      <p className="muted">{texts.noFirings}</p>
    ) : (
      <Notice tone="warn" title={message} />
    );
  }
  if (data === undefined) return <Loading />;
  const zone = data.scheduleType === 'cron' ? data.timezone : undefined;
  return <FiringsTable caption={texts.nextFirings} firings={data.firings} zone={zone} />;
}

/** Names of the parts of the expression. */
function CronParts({ expression }: { expression: string }) {
  const parts = expression.trim().split(/\s+/);
  return (
    <Figures of={texts.parts.map((name, index) => ({ name, value: <code>{parts[index] || '–'}</code> }))} />
  );
}

const presets = Object.entries(texts.presetTitles);

interface ScheduleFieldsProps {
  schedule: ScheduleForm;
  onChange: (schedule: ScheduleForm) => void;
  /** The error of the API for the schedule or the time zone. */
  problemIn: (name: 'scheduleValue' | 'timezone') => string | undefined;
  /** The error of the form. */
  problem: string | undefined;
}

function CronFields({ schedule, onChange, problemIn, problem }: ScheduleFieldsProps) {
  const zonesId = useId();
  const { cron, timezone } = schedule;
  return (
    <>
      <div className="form-columns">
        <SelectField
          label={texts.presets}
          value={presets.some(([value]) => value === cron) ? cron : ''}
          onChange={({ target }) => target.value !== '' && onChange({ ...schedule, cron: target.value })}
          choices={presets}
        >
          <option value="">{texts.preset}</option>
        </SelectField>
        <TextField
          label={texts.zone}
          name="timezone"
          list={zonesId}
          value={timezone}
          error={problemIn('timezone') ?? (timezone.trim() === '' ? problem : undefined)}
          onChange={({ target }) => onChange({ ...schedule, timezone: target.value })}
        />
        <datalist id={zonesId}>
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </div>
      <TextField
        label={texts.cron}
        name="scheduleValue"
        hint={texts.cronHint}
        spellCheck={false}
        autoComplete="off"
        value={cron}
        error={problemIn('scheduleValue') ?? (cron.trim() === '' ? problem : undefined)}
        onChange={({ target }) => onChange({ ...schedule, cron: target.value })}
      />
      <CronParts expression={cron} />
    </>
  );
}

/** Validates the schedule. Returns the reason why it cannot be saved, or true. */
export function checkSchedule({ scheduleType, cron, interval, timezone }: ScheduleForm): string | true {
  const needed = scheduleType === 'cron' ? [cron, timezone] : [interval];
  return needed.every((text) => text.trim() !== '') || uiTexts.required;
}

export function ScheduleFields(props: ScheduleFieldsProps) {
  const { schedule, onChange, problem } = props;
  const firings = useFirings(schedule);
  const entered = refusalsOf(firings.error);
  // Wrong input is shown while it is entered; an empty field when it is saved.
  const problemIn: typeof props.problemIn = (name) => entered(name) ?? props.problemIn(name);
  const type = (name: string) => scheduleTypes.find((one) => one === name) ?? 'cron';
  return (
    <fieldset className="card stack">
      <legend>{texts.when}</legend>
      <SelectField
        label={texts.type}
        value={schedule.scheduleType}
        onChange={({ target }) => onChange({ ...schedule, scheduleType: type(target.value) })}
        choices={scheduleTypes.map((one) => [one, texts.types[one]])}
      />
      {schedule.scheduleType === 'cron' ? (
        <CronFields {...props} problemIn={problemIn} />
      ) : (
        <TextField
          label={texts.interval}
          name="scheduleValue"
          hint={texts.intervalHint}
          value={schedule.interval}
          error={problemIn('scheduleValue') ?? problem}
          onChange={({ target }) => onChange({ ...schedule, interval: target.value })}
        />
      )}
      <section className="stack tight" aria-label={texts.nextFirings}>
        <h2>{texts.nextFirings}</h2>
        <NextFirings of={firings} />
      </section>
    </fieldset>
  );
}
