/** When a job runs: the fields of its schedule, with the next five runs as it is typed. */
import { useEffect, useId, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { problemOf } from '../api/problems.ts';
import { useRead } from '../api/queries.ts';
import { SelectField, TextField } from '../forms/field.tsx';
import { fieldProblem } from '../forms/resource-form.tsx';
import { jobTexts } from '../texts/jobs.ts';
import { uiTexts } from '../texts/ui.ts';
import { Figures } from '../ui/figures.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loading } from '../ui/states.tsx';
import { FiringsTable } from './firings.tsx';
import { type JobForm, scheduleOf, scheduleTypes } from './job-fields.ts';

const texts = jobTexts.form;

const pauseMs = 400;
const shownFirings = 5;

/** The value once it has stayed the same for a moment. */
function useSteady(value: string): string {
  const [steady, setSteady] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSteady(value), pauseMs);
    return () => window.clearTimeout(timer);
  }, [value]);
  return steady;
}

/** The next runs of the schedule as it is typed, or why it is none. */
function NextFirings({ form }: { form: JobForm }) {
  const steady = useSteady(JSON.stringify({ ...scheduleOf(form), count: shownFirings }));
  const query: ReturnType<typeof scheduleOf> & { count: number } = JSON.parse(steady);
  const { data, error } = useRead(
    ['jobs', 'firings', steady],
    (api) => orThrow(api.GET('/api/scheduler/firings', { params: { query } })),
    { enabled: query.scheduleValue !== '' },
  );
  if (error) {
    const { message, fields } = problemOf(error);
    return <Notice tone="warn" title={fields.map((one) => one.message).join(' ') || message} />;
  }
  if (data === undefined) return <Loading />;
  const zone = data.scheduleType === 'cron' ? data.timezone : undefined;
  return <FiringsTable caption={texts.nextFirings} firings={data.firings} zone={zone} />;
}

/** What each part of the expression is. */
function CronParts({ expression }: { expression: string }) {
  const parts = expression.trim().split(/\s+/);
  return (
    <Figures of={texts.parts.map((name, index) => ({ name, value: <code>{parts[index] || '–'}</code> }))} />
  );
}

const presets = Object.entries(texts.presetTitles);

function CronFields({ form, error }: { form: UseFormReturn<JobForm>; error: unknown }) {
  const { register, watch, setValue } = form;
  const zonesId = useId();
  const cron = watch('cron');
  return (
    <>
      <div className="form-columns">
        <SelectField
          label={texts.presets}
          value={presets.some(([value]) => value === cron) ? cron : ''}
          onChange={({ target }) =>
            target.value !== '' && setValue('cron', target.value, { shouldDirty: true, shouldValidate: true })
          }
        >
          <option value="">{texts.preset}</option>
          {presets.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </SelectField>
        <TextField
          label={texts.zone}
          list={zonesId}
          error={fieldProblem(form, error, 'timezone')}
          {...register('timezone', { required: uiTexts.required })}
        />
        <datalist id={zonesId}>
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </div>
      <TextField
        label={texts.cron}
        hint={texts.cronHint}
        spellCheck={false}
        autoComplete="off"
        error={fieldProblem(form, error, 'cron')}
        {...register('cron', { required: uiTexts.required })}
      />
      <CronParts expression={cron} />
    </>
  );
}

export function ScheduleFields({ form, error }: { form: UseFormReturn<JobForm>; error: unknown }) {
  const { register, watch } = form;
  const values = watch();
  return (
    <fieldset className="card stack">
      <legend>{texts.when}</legend>
      <SelectField label={texts.type} {...register('scheduleType')}>
        {scheduleTypes.map((type) => (
          <option key={type} value={type}>
            {texts.types[type]}
          </option>
        ))}
      </SelectField>
      {values.scheduleType === 'cron' ? (
        <CronFields form={form} error={error} />
      ) : (
        <TextField
          label={texts.interval}
          hint={texts.intervalHint}
          error={fieldProblem(form, error, 'interval')}
          {...register('interval', { required: uiTexts.required })}
        />
      )}
      <section className="stack tight" aria-label={texts.nextFirings}>
        <h2>{texts.nextFirings}</h2>
        <NextFirings form={values} />
      </section>
    </fieldset>
  );
}
