import { Controller, useForm } from 'react-hook-form';
import { problemOf } from '../api/problems.ts';
import { ConditionField, checkCondition } from '../conditions/condition-field.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../forms/field.tsx';
import type { FormFrame } from '../forms/form-pages.tsx';
import { fieldProblem, ResourceForm } from '../forms/resource-form.tsx';
import { uiTexts } from '../texts/ui.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import { EventPicker } from './event-picker.tsx';
import { methods, parseHeaders, type WebhookForm } from './webhook-fields.ts';

const texts = webhookTexts.form;

interface WebhookFormProps extends FormFrame<WebhookForm> {
  initial: WebhookForm;
}

export function WebhookFormFields(props: WebhookFormProps) {
  const { initial, ...frame } = props;
  const { error } = frame;
  const form = useForm<WebhookForm>({ defaultValues: initial });
  const { register, control } = form;
  const refused = error ? problemOf(error).fields : [];
  const problemIn = (name: keyof WebhookForm) => fieldProblem(form, error, name);
  const required = { required: uiTexts.required };
  const number = { valueAsNumber: true, required: uiTexts.required };
  return (
    <ResourceForm form={form} {...frame}>
      <TextField
        label={texts.name}
        maxLength={255}
        error={problemIn('name')}
        {...register('name', required)}
      />
      <TextField
        label={texts.url}
        hint={texts.urlHint}
        type="url"
        inputMode="url"
        error={problemIn('url')}
        {...register('url', required)}
      />
      <Controller
        name="subscribedEvents"
        control={control}
        rules={{ validate: (chosen) => chosen.length > 0 || webhookTexts.picker.none }}
        render={({ field }) => (
          <EventPicker chosen={field.value} onChange={field.onChange} error={problemIn('subscribedEvents')} />
        )}
      />
      <Controller
        name="condition"
        control={control}
        rules={{ validate: checkCondition }}
        render={({ field }) => (
          <ConditionField
            title={texts.condition}
            hint={texts.conditionHint}
            none={texts.conditionNone}
            draft={field.value}
            onChange={field.onChange}
            refused={refused.find((one) => one.field === 'condition')?.message}
            problem={form.formState.errors.condition?.message}
          />
        )}
      />
      <TextArea label={texts.description} maxLength={1_000} {...register('description')} />
      <CheckField label={texts.isActive} hint={texts.isActiveHint} {...register('isActive')} />
      <details
        className="card"
        open={['maxRetries', 'timeoutMs', 'customHeaders'].some((name) =>
          refused.some(({ field }) => field.startsWith(name)),
        )}
      >
        <summary>{texts.more}</summary>
        <div className="stack">
          <div className="form-columns">
            <SelectField label={texts.method} {...register('httpMethod')}>
              {methods.map((method) => (
                <option key={method}>{method}</option>
              ))}
            </SelectField>
            <TextField
              label={texts.maxRetries}
              type="number"
              error={problemIn('maxRetries')}
              {...register('maxRetries', number)}
            />
            <TextField
              label={texts.timeoutMs}
              type="number"
              error={problemIn('timeoutMs')}
              {...register('timeoutMs', number)}
            />
            <TextField
              label={texts.rateLimitPerMinute}
              hint={texts.rateLimitHint}
              type="number"
              error={problemIn('rateLimitPerMinute')}
              {...register('rateLimitPerMinute', number)}
            />
            <TextField
              label={texts.autoDisableThreshold}
              hint={texts.autoDisableHint}
              type="number"
              error={problemIn('autoDisableThreshold')}
              {...register('autoDisableThreshold', number)}
            />
          </div>
          <TextArea
            label={texts.headers}
            hint={texts.headersHint}
            isCode
            error={problemIn('customHeaders')}
            {...register('customHeaders', {
              validate: (text) => parseHeaders(text) !== undefined || texts.headersProblem,
            })}
          />
        </div>
      </details>
    </ResourceForm>
  );
}
