/** The pages that create and change an inbound endpoint. */
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, useWrite, withVersion } from '../api/queries.ts';
import { type Change, EditPage } from '../forms/form-pages.tsx';
import { inboundTexts } from '../texts/inbound.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { createBodyOf, type EndpointForm, formOf, newEndpoint, updateBodyOf } from './endpoint-fields.ts';
import { EndpointFormFields } from './endpoint-form.tsx';

const path = '/api/webhooks/inbound-endpoints';

export function CreateEndpointPage() {
  const navigate = useNavigate();
  const [created, setCreated] = useState<{ id: string; secret: string }>();
  const saving = useWrite(
    (api, form: EndpointForm) => orThrow(api.POST(path, { body: createBodyOf(form) })),
    ['inbound'],
  );
  return (
    <>
      <PageHeader
        title={inboundTexts.form.create}
        parent={{ to: '/inbound', title: inboundTexts.list.title }}
      />
      <EndpointFormFields
        initial={newEndpoint}
        isNew
        error={saving.error}
        isSaving={saving.isPending}
        isSaved={created !== undefined}
        cancelTo="/inbound"
        onSave={(form) => saving.mutate(form, { onSuccess: setCreated })}
      />
      {created && (
        <SecretDialog
          {...inboundTexts.secret}
          secret={created.secret}
          onClose={() => void navigate(`/inbound/${created.id}`)}
        />
      )}
    </>
  );
}

export function EditEndpointPage() {
  const { id = '' } = useParams();
  const params = { path: { id } };
  return (
    <EditPage
      resource={['inbound', 'one', id]}
      read={(api) => withVersion(api.GET(`${path}/{id}`, { params }))}
      save={(api, _, { fields, etag }: Change<EndpointForm>) =>
        orThrow(
          api.PUT(`${path}/{id}`, { params: { ...params, ...ifMatch(etag) }, body: updateBodyOf(fields) }),
        )
      }
      refreshes={['inbound']}
      title={({ name }) => inboundTexts.form.edit(name)}
      pageOf={({ name }) => ({ to: `/inbound/${id}`, title: name })}
      saved={inboundTexts.form.saved}
    >
      {(endpoint, frame) => <EndpointFormFields initial={formOf(endpoint)} isNew={false} {...frame} />}
    </EditPage>
  );
}
