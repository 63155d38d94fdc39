import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import {
  type CredentialField,
  type IntegrationCredentials,
  orThrow,
} from '../../../shared/clients/typescript/index.ts';
import { problemOf } from '../api/problems.ts';
import { useRead, type Versioned, withVersion } from '../api/queries.ts';
import { CheckField, SelectField, TextField } from '../forms/field.tsx';
import { ResourceForm } from '../forms/resource-form.tsx';
import { useSaveAndReload } from '../forms/use-save-and-reload.ts';
import { useVersion } from '../forms/use-version.ts';
import { useMay } from '../session/session.ts';
import { integrationTexts } from '../texts/integrations.ts';
import { uiTexts } from '../texts/ui.ts';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { bodyOf, type CredentialForm, formOf, isSecret, isVisible, maskedSecret } from './credentials.ts';

const texts = integrationTexts.credentials;

interface FieldProps {
  field: CredentialField;
  form: UseFormReturn<CredentialForm>;
  isReadOnly: boolean;
  problem: string | undefined;
}

function CredentialInput({ field, form, isReadOnly, problem }: FieldProps) {
  const { key, label, type, required, placeholder, helpText, options = [] } = field;
  const registered = form.register(key, required ? { required: uiTexts.required } : {});
  const error = form.formState.errors[key]?.message ?? problem;
  if (type === 'boolean')
    return <CheckField label={label} hint={helpText} disabled={isReadOnly} {...registered} />;
  const stored = String(form.formState.defaultValues?.[key] ?? '');
  if (type === 'select')
    return (
      <SelectField
        label={label}
        hint={helpText}
        error={error}
        disabled={isReadOnly}
        {...registered}
        choices={options.map(({ value, label: title }) => [value, title])}
        stored={[stored, stored]}
      >
        <option value="">{texts.choose}</option>
      </SelectField>
    );
  const isKept = isSecret(field) && form.getValues(key) === maskedSecret;
  return (
    <TextField
      label={label}
      type={isSecret(field) ? 'password' : type === 'url' ? 'url' : 'text'}
      hint={isKept ? texts.kept : helpText}
      placeholder={placeholder ?? ''}
      autoComplete="off"
      error={error}
      readOnly={isReadOnly}
      // The placeholder of a kept secret is replaced as a whole: what is typed into it would be part of the new one.
      onFocus={({ target }) => isKept && target.select()}
      {...registered}
    />
  );
}

interface CredentialsFormProps {
  id: string;
  saved: Versioned<IntegrationCredentials>;
  onReload: () => Promise<void>;
}

function CredentialsForm({ id, saved, onReload }: CredentialsFormProps) {
  const mayChange = useMay()('integrations.credentials.manage');
  // The edited version, even if the page reads a newer one meanwhile.
  const [{ data, etag }] = useState(saved);
  const form = useForm<CredentialForm>({ defaultValues: formOf(data) });
  const frame = useSaveAndReload(
    (api, fields: CredentialForm, params) =>
      orThrow(
        api.PUT('/api/integrations/{id}/credentials', {
          params: { path: { id }, ...params },
          body: bodyOf(data, fields),
        }),
      ),
    { etag, refreshes: ['integrations'], onReload, saved: texts.saved },
  );
  const { error } = frame.saving;
  const refused = error ? problemOf(error).fields : [];
  const values = form.watch();
  return (
    <ResourceForm
      form={form}
      {...frame}
      submitLabel={texts.save}
      readOnlyHint={mayChange ? undefined : texts.mayNot}
    >
      {data.integrationId !== id && <p className="muted small">{texts.shared}</p>}
      {data.schema.fields
        .filter((field) => isVisible(field, values))
        .map((field) => (
          <CredentialInput
            key={field.key}
            field={field}
            form={form}
            isReadOnly={!mayChange}
            problem={refused.find((one) => one.field.split('.').at(-1) === field.key)?.message}
          />
        ))}
      {data.updatedAt && (
        <p className="muted small">
          {texts.updated} <Time value={data.updatedAt} />
        </p>
      )}
    </ResourceForm>
  );
}

/** The credentials of an integration: secrets are never shown, and kept unless new ones are entered. */
export function CredentialsCard({ id }: { id: string }) {
  const reading = useRead(['integrations', 'credentials', id], (api) =>
    withVersion(api.GET('/api/integrations/{id}/credentials', { params: { path: { id } } })),
  );
  const { current, version, reload } = useVersion(reading);
  return (
    <Card title={texts.title}>
      <Loaded of={current}>
        {(saved) =>
          saved.data.schema.fields.length > 0 ? (
            <CredentialsForm key={version} id={id} saved={saved} onReload={reload} />
          ) : (
            <p className="muted">{texts.none}</p>
          )
        }
      </Loaded>
    </Card>
  );
}
