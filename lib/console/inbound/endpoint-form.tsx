import { type UseFormReturn, useForm } from 'react-hook-form';
import { CheckField, SelectField, TextArea, TextField } from '../forms/field.tsx';
import type { FormFrame } from '../forms/form-pages.tsx';
import { fieldProblem, ResourceForm } from '../forms/resource-form.tsx';
import { inboundTexts } from '../texts/inbound.ts';
import { uiTexts } from '../texts/ui.ts';
import { parseHeaders } from '../webhooks/webhook-fields.ts';
import { type EndpointForm, otherProvider, providerKeys, settingNames } from './endpoint-fields.ts';

const texts = inboundTexts.form;

const required = { required: uiTexts.required };

interface PartProps {
  form: UseFormReturn<EndpointForm>;
  error: unknown;
}

/** What is chosen once: who sends, and with which secret. */
function ProviderFields({ form, error }: PartProps) {
  const { register, watch } = form;
  return (
    <>
      <SelectField
        label={texts.provider}
        hint={texts.providerHint}
        error={fieldProblem(form, error, 'provider')}
        {...register('provider')}
      >
        {providerKeys.map((key) => (
          <option key={key} value={key}>
            {inboundTexts.providers[key]}
          </option>
        ))}
        <option value={otherProvider}>{texts.otherProvider}</option>
      </SelectField>
      {watch('provider') === otherProvider && (
        <TextField
          label={texts.providerKey}
          hint={texts.providerKeyHint}
          autoCapitalize="off"
          error={fieldProblem(form, error, 'otherKey')}
          {...register('otherKey', required)}
        />
      )}
      <TextField
        label={texts.secret}
        hint={texts.secretHint}
        type="password"
        autoComplete="off"
        error={fieldProblem(form, error, 'secret')}
        {...register('secret')}
      />
    </>
  );
}

function SettingFields({ form, error }: PartProps) {
  const { register, watch } = form;
  const provider = watch('provider');
  if (provider === otherProvider) {
    return (
      <TextArea
        label={texts.otherSettings}
        hint={texts.otherSettingsHint}
        isCode
        error={fieldProblem(form, error, 'otherSettings')}
        {...register('otherSettings', {
          validate: (text) => parseHeaders(text) !== undefined || texts.otherSettingsProblem,
        })}
      />
    );
  }
  if (provider !== 'generic_hmac') return null;
  return (
    <fieldset className="stack tight">
      <legend>{texts.settings}</legend>
      <div className="form-columns">
        {settingNames.map((name) => (
          <TextField
            key={name}
            label={texts.names[name]}
            hint={texts.hints[name]}
            maxLength={100}
            autoCapitalize="off"
            {...register(`settings.${name}`)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface EndpointFormProps extends FormFrame<EndpointForm> {
  initial: EndpointForm;
  isNew: boolean;
}

export function EndpointFormFields({ initial, isNew, ...frame }: EndpointFormProps) {
  const { error } = frame;
  const form = useForm<EndpointForm>({ defaultValues: initial });
  const { register } = form;
  return (
    <ResourceForm form={form} {...frame}>
      <TextField
        label={texts.name}
        maxLength={255}
        error={fieldProblem(form, error, 'name')}
        {...register('name', required)}
      />
      <TextArea label={texts.description} maxLength={1_000} rows={2} {...register('description')} />
      {isNew && <ProviderFields form={form} error={error} />}
      <SettingFields form={form} error={error} />
      {!isNew && <CheckField label={texts.isActive} hint={texts.isActiveHint} {...register('isActive')} />}
    </ResourceForm>
  );
}
