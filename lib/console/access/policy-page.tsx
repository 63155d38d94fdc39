import { useForm, useWatch } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead, type Versioned, withVersion } from '../api/queries.ts';
import { ChangesOfTenant } from '../audit/changes-of.tsx';
import { CheckField, TextField } from '../forms/field.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { SettingsForm } from '../forms/settings-form.tsx';
import { useVersion } from '../forms/use-version.ts';
import { policyTexts as texts } from '../texts/factors.ts';
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

function PolicyForm({
  of: { data, etag },
  onReload,
}: {
  of: Versioned<Policy>;
  onReload: () => Promise<void>;
}) {
  const form = useForm<Policy>({ defaultValues: data });
  const roles = useWatch({ control: form.control, name: 'roles' });
  return (
    <SettingsForm
      form={form}
      etag={etag}
      need="auth.policy.manage"
      save={(api, body, params) => orThrow(api.PUT(path, { params, body }))}
      refreshes={['policy']}
      onReload={onReload}
      texts={texts}
    >
      {(error) => {
        const field = fieldsOf(form, error);
        return (
          <>
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
          </>
        );
      }}
    </SettingsForm>
  );
}

/** How users of the tenant must sign in. */
export function PolicyPage() {
  const reading = useRead(['policy'], (api) => withVersion(api.GET(path)));
  const { current, version, reload } = useVersion(reading);
  return (
    <>
      <PageHeader title={texts.title} intro={texts.intro} />
      <Loaded of={current}>{(stored) => <PolicyForm key={version} of={stored} onReload={reload} />}</Loaded>
      <ChangesOfTenant kind="auth.policy" />
    </>
  );
}
