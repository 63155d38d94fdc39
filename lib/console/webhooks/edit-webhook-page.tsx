import { useState } from 'react';
import { useParams } from 'react-router';
import { orThrow, type Webhook } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, useRead, useWrite, type Versioned, withVersion } from '../api/queries.ts';
import { useLeaveSaved } from '../forms/unsaved-guard.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { useToast } from '../ui/toasts.tsx';
import { bodyOf, formOf, type WebhookForm } from './webhook-fields.ts';
import { WebhookFormFields } from './webhook-form.tsx';

interface Change {
  form: WebhookForm;
  /** Undefined to save over any other change. */
  etag: string | undefined;
}

function EditForm({ webhook, onReload }: { webhook: Versioned<Webhook>; onReload: () => void }) {
  const leave = useLeaveSaved();
  const toast = useToast();
  // What was edited, even when the page hears of a newer version meanwhile.
  const [{ data, etag }] = useState(webhook);
  const page = `/webhooks/${data.id}`;
  const saving = useWrite(
    (api, change: Change) =>
      orThrow(
        api.PUT('/api/webhooks/{id}', {
          params: { path: { id: data.id }, ...ifMatch(change.etag) },
          body: bodyOf(change.form),
        }),
      ),
    ['webhooks'],
  );
  const save = (change: Change) =>
    saving.mutate(change, {
      onSuccess: () => {
        toast(webhookTexts.form.saved);
        leave(page);
      },
    });
  return (
    <>
      <PageHeader title={webhookTexts.form.edit(data.name)} parent={{ to: page, title: data.name }} />
      <WebhookFormFields
        initial={formOf(data)}
        error={saving.error}
        isSaving={saving.isPending}
        isSaved={saving.isSuccess}
        cancelTo={page}
        onSave={(form) => save({ form, etag })}
        onOverwrite={(form) => save({ form, etag: undefined })}
        onReload={onReload}
      />
    </>
  );
}

export function EditWebhookPage() {
  const { id = '' } = useParams();
  const [version, setVersion] = useState(0);
  const reading = useRead(['webhooks', 'one', id], (api) =>
    withVersion(api.GET('/api/webhooks/{id}', { params: { path: { id } } })),
  );
  const reload = () => void reading.refetch().then(() => setVersion((known) => known + 1));
  return (
    <Loaded of={reading}>
      {(webhook) => <EditForm key={version} webhook={webhook} onReload={reload} />}
    </Loaded>
  );
}
