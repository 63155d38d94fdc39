import type { UseFormReturn } from 'react-hook-form';
import type { IdentityProvider } from '../../../shared/clients/typescript/index.ts';
import { CheckField, TextField } from '../forms/field.tsx';
import { fieldsOf, refusalsOf } from '../forms/form-fields.ts';
import { providerTexts as texts } from '../texts/provider.ts';
import { uiTexts } from '../texts/ui.ts';
import { Card } from '../ui/card.tsx';
import { DomainProofs } from './domain-proofs.tsx';
import { EmergencyField } from './emergency-field.tsx';
import { GroupMappings } from './group-mappings.tsx';
import { OrganizationField } from './organization-field.tsx';
import type { ProviderFields } from './provider-fields.ts';
import { RoleChoice } from './role-choice.tsx';

interface SectionProps {
  form: UseFormReturn<ProviderFields>;
  error: unknown;
}

interface SectionsProps extends SectionProps {
  provider: IdentityProvider | undefined;
}

function ClientSection({ form, error, hasSecret }: SectionProps & { hasSecret: boolean }) {
  const field = fieldsOf(form, error);
  const { client } = texts;
  const isWithoutSecret = form.watch('isWithoutSecret');
  const required = { required: uiTexts.required };
  return (
    <Card title={client.title}>
      <div className="stack">
        <CheckField label={client.enabled} {...form.register('isEnabled')} />
        <TextField label={client.issuer} hint={client.issuerHint} {...field('issuer', required)} />
        <TextField label={client.clientId} {...field('clientId', required)} />
        {!isWithoutSecret && (
          <TextField
            label={client.secret}
            hint={hasSecret ? client.secretKept : client.secretHint}
            type="password"
            autoComplete="off"
            {...field('clientSecret')}
          />
        )}
        <CheckField label={client.withoutSecret} {...form.register('isWithoutSecret')} />
        <TextField label={client.scopes} hint={client.scopesHint} {...field('scopes')} />
      </div>
    </Card>
  );
}

function PeopleSection({ form, error, provider }: SectionProps & Pick<SectionsProps, 'provider'>) {
  const field = fieldsOf(form, error);
  const { people } = texts;
  return (
    <Card title={people.title}>
      <div className="stack">
        <TextField
          label={people.domains}
          hint={people.domainsHint}
          placeholder="example.com"
          {...field('domains')}
        />
        {provider && <DomainProofs provider={provider} />}
        <TextField label={people.emailClaim} {...field('emailClaim', { required: uiTexts.required })} />
        <CheckField
          label={people.trustsEmail}
          hint={people.trustsEmailHint}
          {...form.register('trustsEmail')}
        />
        <CheckField label={people.createsUsers} {...form.register('createsUsers')} />
      </div>
    </Card>
  );
}

function RightsSection({ form, error }: SectionProps) {
  const field = fieldsOf(form, error);
  const { rights } = texts;
  const refusedRoles = refusalsOf(error)('roles');
  const organization = field('organizationId');
  return (
    <Card title={rights.title}>
      <div className="stack">
        <RoleChoice
          chosen={form.watch('roles')}
          hint={rights.rolesHint}
          onChange={(roles) => form.setValue('roles', roles, { shouldDirty: true })}
        />
        {refusedRoles && <span className="field-error">{refusedRoles}</span>}
        <OrganizationField
          label={rights.organization}
          hint={rights.organizationHint}
          none={rights.none}
          {...organization}
          error={organization.error ?? refusalsOf(error)('organizations')}
        />
        <TextField label={rights.groupsClaim} {...field('groupsClaim', { required: uiTexts.required })} />
        <GroupMappings form={form} error={error} />
      </div>
    </Card>
  );
}

/** The fields of an identity provider. */
export function ProviderSections(props: SectionsProps) {
  const { form, error, provider } = props;
  const { passwords } = texts;
  return (
    <>
      <ClientSection form={form} error={error} hasSecret={provider?.hasClientSecret ?? false} />
      <PeopleSection form={form} error={error} provider={provider} />
      <RightsSection form={form} error={error} />
      <Card title={passwords.title}>
        <div className="stack">
          <CheckField label={passwords.only} hint={passwords.onlyHint} {...form.register('onlyProvider')} />
          <EmergencyField form={form} error={error} stored={provider?.emergencyUserId ?? null} />
        </div>
      </Card>
    </>
  );
}
