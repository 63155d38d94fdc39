import { useState } from 'react';
import { useNavigate } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { bodyOf, newWebhook, type WebhookForm } from './webhook-fields.ts';
import { WebhookFormFields } from './webhook-form.tsx';

export function CreateWebhookPage() {
  const navigate = useNavigate();
  const [created, setCreated] = useState<{ id: string; secret: string }>();
  const saving = useWrite(
    (api, form: WebhookForm) => orThrow(api.POST('/api/webhooks', { body: bodyOf(form) })),
    ['webhooks'],
  );
  return (
    <>
      <PageHeader
        title={webhookTexts.form.create}
        parent={{ to: '/webhooks', title: webhookTexts.list.title }}
      />
      <WebhookFormFields
        initial={newWebhook}
        error={saving.error}
        isSaving={saving.isPending}
        isSaved={created !== undefined}
        cancelTo="/webhooks"
        onSave={(form) => saving.mutate(form, { onSuccess: setCreated })}
      />
      {created && (
        <SecretDialog
          {...webhookTexts.secret}
          secret={created.secret}
          onClose={() => void navigate(`/webhooks/${created.id}`)}
        />
      )}
    </>
  );
}
