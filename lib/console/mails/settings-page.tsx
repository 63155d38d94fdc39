import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type EmailSettings, orThrow } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, useRead, type Versioned, withVersion } from '../api/queries.ts';
import { CheckField, SelectField, TextField } from '../forms/field.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { ResourceForm } from '../forms/resource-form.tsx';
import { useSaveAndReload } from '../forms/use-save-and-reload.ts';
import { useVersion } from '../forms/use-version.ts';
import { useMay, useSession } from '../session/session.ts';
import { mailTexts } from '../texts/mails.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { DomainsCard } from './domains-card.tsx';
import { type MailMode, ModeOptions } from './mode-choice.tsx';

const texts = mailTexts.settings;

interface SettingsForm {
  isEnabled: boolean;
  senderName: string;
  replyTo: string;
  defaultMode: MailMode;
  /** A number; empty for the limit of the deployment. */
  mailsPerDay: string;
}

const formOf = ({
  isEnabled,
  senderName,
  replyTo,
  defaultMode,
  mailsPerDay,
}: EmailSettings): SettingsForm => ({
  isEnabled,
  senderName: senderName ?? '',
  replyTo: replyTo ?? '',
  defaultMode,
  mailsPerDay: mailsPerDay === null ? '' : String(mailsPerDay),
});

const bodyOf = ({ mailsPerDay, ...form }: SettingsForm, mayLimit: boolean) => ({
  ...form,
  senderName: form.senderName.trim() || null,
  replyTo: form.replyTo.trim() || null,
  ...(mayLimit && { mailsPerDay: mailsPerDay === '' ? null : Number(mailsPerDay) }),
});

interface Change {
  form: SettingsForm;
  /** Undefined to overwrite other changes. */
  etag: string | undefined;
}

function SettingsFields({ of, onReload }: { of: Versioned<EmailSettings>; onReload: () => Promise<void> }) {
  const mayManage = useMay()('email.manage');
  const { isSuperAdmin } = useSession();
  // The edited version, even if the page reads a newer one meanwhile.
  const [{ data, etag }] = useState(of);
  const form = useForm<SettingsForm>({ defaultValues: formOf(data) });
  const { register } = form;
  const saving = useSaveAndReload(
    (api, change: Change) =>
      orThrow(
        api.PUT('/api/email/settings', {
          params: ifMatch(change.etag),
          body: bodyOf(change.form, isSuperAdmin),
        }),
      ),
    ['mails'],
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
      onSave={(fields) => saving.mutate({ form: fields, etag })}
      onOverwrite={(fields) => saving.mutate({ form: fields, etag: undefined })}
      onReload={onReload}
      readOnlyHint={mayManage ? undefined : texts.mayNot}
    >
      <CheckField
        label={texts.enabled}
        hint={texts.enabledHint}
        disabled={!mayManage}
        {...register('isEnabled')}
      />
      <TextField
        label={texts.senderName}
        hint={texts.senderNameHint}
        readOnly={!mayManage}
        {...field('senderName')}
      />
      <TextField
        label={texts.replyTo}
        hint={texts.replyToHint}
        type="email"
        readOnly={!mayManage}
        {...field('replyTo')}
      />
      <SelectField
        label={texts.defaultMode}
        hint={texts.defaultModeHint}
        disabled={!mayManage}
        {...register('defaultMode')}
      >
        <ModeOptions />
      </SelectField>
      {isSuperAdmin && (
        <TextField
          label={texts.mailsPerDay}
          hint={texts.mailsPerDayHint}
          type="number"
          min={0}
          {...field('mailsPerDay')}
        />
      )}
    </ResourceForm>
  );
}

export function SettingsPage() {
  const reading = useRead(['mails', 'settings'], (api) => withVersion(api.GET('/api/email/settings')));
  const { version, reload } = useVersion(reading);
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        parent={{ to: '/mails', title: mailTexts.list.title }}
      />
      <Loaded of={reading}>
        {(settings) => (
          <>
            <SettingsFields key={version} of={settings} onReload={reload} />
            <DomainsCard domains={settings.data.domains} />
          </>
        )}
      </Loaded>
    </>
  );
}
