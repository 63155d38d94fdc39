import { Controller } from 'react-hook-form';
import { ConditionField } from '../conditions/condition-field.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../forms/field.tsx';
import { fieldProblem, refusalsOf } from '../forms/form-fields.ts';
import type { FieldsProps } from '../resources/spec.ts';
import { uiTexts } from '../texts/ui.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import { EventPicker } from './event-picker.tsx';
import { methods, parseHeaders, type WebhookForm } from './webhook-fields.ts';

const texts = webhookTexts.form;

const limits = ['maxRetries', 'timeoutMs', 'rateLimitPerMinute', 'autoDisableThreshold'] as const;
const folded = [...limits, 'customHeaders'] as const;

export function WebhookFields({ form, field, error }: FieldsProps<WebhookForm>) {
  const { register, control } = form;
  const required = { required: uiTexts.required };
  const number = { valueAsNumber: true, required: uiTexts.required };
  return (
    <>
      <TextField label={texts.name} maxLength={255} {...field('name', required)} />
      <TextField
        label={texts.url}
        hint={texts.urlHint}
        type="url"
        inputMode="url"
        {...field('url', required)}
      />
      <Controller
        name="subscribedEvents"
        control={control}
        rules={{ validate: (chosen) => chosen.length > 0 || webhookTexts.picker.none }}
        render={({ field: { value, onChange } }) => (
          <EventPicker
            chosen={value}
            onChange={onChange}
            error={fieldProblem(form, error, 'subscribedEvents')}
          />
        )}
      />
      <ConditionField texts={texts} refused={refusalsOf(error)('condition')} />
      <TextArea label={texts.description} maxLength={1_000} {...register('description')} />
      <CheckField label={texts.isActive} hint={texts.isActiveHint} {...register('isActive')} />
      <details className="card" open={folded.some((name) => fieldProblem(form, error, name))}>
        <summary>{texts.more}</summary>
        <div className="stack">
          <div className="form-columns">
            <SelectField label={texts.method} {...register('httpMethod')}>
              {methods.map((method) => (
                <option key={method}>{method}</option>
              ))}
            </SelectField>
            <TextField label={texts.maxRetries} type="number" {...field('maxRetries', number)} />
            <TextField label={texts.timeoutMs} type="number" {...field('timeoutMs', number)} />
            <TextField
              label={texts.rateLimitPerMinute}
              hint={texts.rateLimitHint}
              type="number"
              {...field('rateLimitPerMinute', number)}
            />
            <TextField
              label={texts.autoDisableThreshold}
              hint={texts.autoDisableHint}
              type="number"
              {...field('autoDisableThreshold', number)}
            />
          </div>
          <TextArea
            label={texts.headers}
            hint={texts.headersHint}
            isCode
            {...field('customHeaders', {
              validate: (text) => parseHeaders(text) !== undefined || texts.headersProblem,
            })}
          />
        </div>
      </details>
    </>
  );
}
