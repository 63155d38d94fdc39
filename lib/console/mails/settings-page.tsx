import { useForm } from 'react-hook-form';
import { type EmailSettings, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead, type Versioned, withVersion } from '../api/queries.ts';
import { ChangesOfTenant } from '../audit/changes-of.tsx';
import { CheckField, SelectField, TextField } from '../forms/field.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { SettingsForm } from '../forms/settings-form.tsx';
import { useVersion } from '../forms/use-version.ts';
import { useSession } from '../session/session.ts';
import { mailTexts } from '../texts/mails.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { DomainsCard } from './domains-card.tsx';
import { type MailMode, ModeOptions } from './mode-choice.tsx';

const texts = mailTexts.settings;

interface MailFields {
  isEnabled: boolean;
  senderName: string;
  replyTo: string;
  defaultMode: MailMode;
  /** A number; empty for the limit of the deployment. */
  mailsPerDay: string;
}

const formOf = ({ isEnabled, senderName, replyTo, defaultMode, mailsPerDay }: EmailSettings): MailFields => ({
  isEnabled,
  senderName: senderName ?? '',
  replyTo: replyTo ?? '',
  defaultMode,
  mailsPerDay: mailsPerDay === null ? '' : String(mailsPerDay),
});

const bodyOf = ({ mailsPerDay, ...form }: MailFields, mayLimit: boolean) => ({
  ...form,
  senderName: form.senderName.trim() || null,
  replyTo: form.replyTo.trim() || null,
  ...(mayLimit && { mailsPerDay: mailsPerDay === '' ? null : Number(mailsPerDay) }),
});

function SettingsFields({
  of: { data, etag },
  onReload,
}: {
  of: Versioned<EmailSettings>;
  onReload: () => Promise<void>;
}) {
  const { isSuperAdmin } = useSession();
  const form = useForm<MailFields>({ defaultValues: formOf(data) });
  const { register } = form;
  return (
    <SettingsForm
      form={form}
      etag={etag}
      need="email.manage"
      save={(api, fields, params) =>
        orThrow(api.PUT('/api/email/settings', { params, body: bodyOf(fields, isSuperAdmin) }))
      }
      refreshes={['mails']}
      onReload={onReload}
      texts={texts}
    >
      {(error) => {
        const field = fieldsOf(form, error);
        return (
          <>
            <CheckField label={texts.enabled} hint={texts.enabledHint} {...register('isEnabled')} />
            <TextField label={texts.senderName} hint={texts.senderNameHint} {...field('senderName')} />
            <TextField label={texts.replyTo} hint={texts.replyToHint} type="email" {...field('replyTo')} />
            <SelectField label={texts.defaultMode} hint={texts.defaultModeHint} {...register('defaultMode')}>
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
          </>
        );
      }}
    </SettingsForm>
  );
}

export function SettingsPage() {
  const reading = useRead(['mails', 'settings'], (api) => withVersion(api.GET('/api/email/settings')));
  const { current, version, reload } = useVersion(reading);
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        parent={{ to: '/mails', title: mailTexts.list.title }}
      />
      <Loaded of={current}>
        {(settings) => (
          <>
            <SettingsFields key={version} of={settings} onReload={reload} />
            <DomainsCard domains={settings.data.domains} />
            <ChangesOfTenant kind="email.settings" />
          </>
        )}
      </Loaded>
    </>
  );
}
