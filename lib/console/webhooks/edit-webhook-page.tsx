import { useParams } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, withVersion } from '../api/queries.ts';
import { type Change, EditPage } from '../forms/form-pages.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import { bodyOf, formOf, type WebhookForm } from './webhook-fields.ts';
import { WebhookFormFields } from './webhook-form.tsx';

export function EditWebhookPage() {
  const { id = '' } = useParams();
  return (
    <EditPage
      resource={['webhooks', 'one', id]}
      read={(api) => withVersion(api.GET('/api/webhooks/{id}', { params: { path: { id } } }))}
      save={(api, _, { fields, etag }: Change<WebhookForm>) =>
        orThrow(
          api.PUT('/api/webhooks/{id}', {
            params: { path: { id }, ...ifMatch(etag) },
            body: bodyOf(fields),
          }),
        )
      }
      refreshes={['webhooks']}
      title={({ name }) => webhookTexts.form.edit(name)}
      pageOf={({ name }) => ({ to: `/webhooks/${id}`, title: name })}
      saved={webhookTexts.form.saved}
    >
      {(webhook, frame) => <WebhookFormFields initial={formOf(webhook)} {...frame} />}
    </EditPage>
  );
}
