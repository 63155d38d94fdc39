import type { UseFormReturn } from 'react-hook-form';
import { CheckField, SelectField, TextArea, TextField } from '../forms/field.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import type { FieldsProps } from '../resources/spec.ts';
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
  const { watch } = form;
  const field = fieldsOf(form, error);
  return (
    <>
      <SelectField
        label={texts.provider}
        hint={texts.providerHint}
        choices={[
          ...providerKeys.map((key) => [key, inboundTexts.providers[key]] as const),
          [otherProvider, texts.otherProvider],
        ]}
        {...field('provider')}
      />
      {watch('provider') === otherProvider && (
        <TextField
          label={texts.providerKey}
          hint={texts.providerKeyHint}
          autoCapitalize="off"
          {...field('otherKey', required)}
        />
      )}
      <TextField
        label={texts.secret}
        hint={texts.secretHint}
        type="password"
        autoComplete="off"
        {...field('secret')}
      />
    </>
  );
}

function SettingFields({ form, error }: PartProps) {
  const { register, watch } = form;
  const field = fieldsOf(form, error);
  const provider = watch('provider');
  if (provider === otherProvider) {
    return (
      <TextArea
        label={texts.otherSettings}
        hint={texts.otherSettingsHint}
        isCode
        {...field('otherSettings', {
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

export function EndpointFields({ form, field, error, isNew }: FieldsProps<EndpointForm>) {
  const { register } = form;
  return (
    <>
      <TextField label={texts.name} maxLength={255} {...field('name', required)} />
      <TextArea label={texts.description} maxLength={1_000} rows={2} {...register('description')} />
      {isNew && <ProviderFields form={form} error={error} />}
      <SettingFields form={form} error={error} />
      {!isNew && <CheckField label={texts.isActive} hint={texts.isActiveHint} {...register('isActive')} />}
    </>
  );
}
