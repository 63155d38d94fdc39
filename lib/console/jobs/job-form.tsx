import { Controller } from 'react-hook-form';
import { ConditionField } from '../conditions/condition-field.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../forms/field.tsx';
import { refusalsOf } from '../forms/form-fields.ts';
import type { FieldsProps } from '../resources/spec.ts';
import { useSession } from '../session/session.ts';
import { jobTexts } from '../texts/jobs.ts';
import { uiTexts } from '../texts/ui.ts';
import { type JobForm, scopeTypes } from './job-fields.ts';
import { checkSchedule, ScheduleFields } from './schedule-fields.tsx';
import { TargetFields } from './target-fields.tsx';

const texts = jobTexts.form;

export function JobFields({ form, field, error }: FieldsProps<JobForm>) {
  const { isSuperAdmin } = useSession();
  const { register, watch, control } = form;
  const refusedIn = refusalsOf(error);
  const scopes = scopeTypes.filter((scope) => scope !== 'system' || isSuperAdmin);
  return (
    <>
      <TextField label={texts.name} maxLength={255} {...field('name', { required: uiTexts.required })} />
      <TextArea label={texts.description} maxLength={2_000} {...register('description')} />
      <SelectField
        label={texts.scope}
        hint={jobTexts.scopeHints[watch('scopeType')]}
        {...field('scopeType')}
        choices={scopes.map((scope) => [scope, jobTexts.scopes[scope]])}
      />
      <Controller
        name="schedule"
        control={control}
        rules={{ validate: checkSchedule }}
        render={({ field }) => (
          <ScheduleFields
            schedule={field.value}
            onChange={field.onChange}
            problemIn={refusedIn}
            problem={form.formState.errors.schedule?.message}
          />
        )}
      />
      <TargetFields form={form} error={error} />
      <ConditionField texts={texts} refused={refusedIn('condition')} />
      <CheckField label={texts.enabled} hint={texts.enabledHint} {...register('isEnabled')} />
    </>
  );
}
