import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, useRead, type Versioned, withVersion } from '../api/queries.ts';
import { CheckField, TextField } from '../forms/field.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { ResourceForm } from '../forms/resource-form.tsx';
import { useSaveAndReload } from '../forms/use-save-and-reload.ts';
import { useVersion } from '../forms/use-version.ts';
import { useMay } from '../session/session.ts';
import { policyTexts as texts } from '../texts/factors.ts';
import { uiTexts } from '../texts/ui.ts';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { RoleChoice } from './role-choice.tsx';

const path = '/api/auth/policy';

interface Policy {
  requireFactor: boolean;
  roles: string[];
  maxSessionHours: number | null;
  maxIdleMinutes: number | null;
}

/** An empty field means no limit. */
const limitOf = (text: unknown): number | null => (text === '' || text === null ? null : Number(text));

function PolicyForm({ of, onReload }: { of: Versioned<Policy>; onReload: () => Promise<void> }) {
  const mayManage = useMay()('auth.policy.manage');
  // The edited version, even if the page reads a newer one meanwhile.
  const [{ data, etag }] = useState(of);
  const form = useForm<Policy>({ defaultValues: data });
  const roles = useWatch({ control: form.control, name: 'roles' });
  const saving = useSaveAndReload(
    (api, { body, version }: { body: Policy; version: string | undefined }) =>
      orThrow(api.PUT(path, { params: ifMatch(version), body })),
    ['policy'],
    onReload,
    texts.saved,
  );
  const field = fieldsOf(form, saving.error);
  return (
    <ResourceForm
      form={form}
      error={saving.error}
      isSaving={saving.isPending}
      isSaved={saving.isSuccess}
      onSave={(body) => saving.mutate({ body, version: etag })}
      onOverwrite={(body) => saving.mutate({ body, version: undefined })}
      onReload={onReload}
      submitLabel={uiTexts.save}
      readOnlyHint={mayManage ? undefined : texts.mayNot}
    >
      <fieldset className="form-body" role="presentation" disabled={!mayManage}>
        <Card title={texts.factor}>
          <div className="stack">
            <p className="muted">{texts.factorHelp}</p>
            <CheckField label={texts.everyone} {...form.register('requireFactor')} />
            <RoleChoice
              chosen={roles}
              hint={texts.rolesHint}
              onChange={(chosen) => form.setValue('roles', chosen, { shouldDirty: true })}
            />
          </div>
        </Card>
        <Card title={texts.sessions}>
          <div className="stack">
            <TextField
              label={texts.hours}
              hint={texts.hoursHint}
              type="number"
              min={1}
              max={720}
              {...field('maxSessionHours', { setValueAs: limitOf })}
            />
            <TextField
              label={texts.idle}
              hint={texts.idleHint}
              type="number"
              min={10}
              max={10_080}
              {...field('maxIdleMinutes', { setValueAs: limitOf })}
            />
          </div>
        </Card>
      </fieldset>
    </ResourceForm>
  );
}

/** How users of the tenant must sign in. */
export function PolicyPage() {
  const reading = useRead(['policy'], (api) => withVersion(api.GET(path)));
  const { version, reload } = useVersion(reading);
  return (
    <>
      <PageHeader title={texts.title} intro={texts.intro} />
      <Loaded of={reading}>{(stored) => <PolicyForm key={version} of={stored} onReload={reload} />}</Loaded>
    </>
  );
}
