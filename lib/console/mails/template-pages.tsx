import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { TextArea, TextField } from '../forms/field.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { ResourceForm } from '../forms/resource-form.tsx';
import { useLeaveSaved } from '../forms/unsaved-guard.tsx';
import { mailTexts } from '../texts/mails.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { GonePage } from '../ui/gone-page.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { useToast } from '../ui/toasts.tsx';
import './mails.css';
import { newTemplate, placeholders, type TemplateForm } from './template.ts';
import { TemplatePreview } from './template-preview.tsx';

const texts = mailTexts.templates;
const parent = { to: '/mails/templates', title: texts.title };

/** The form of a template with a preview of its mail. */
function TemplateEditor({ initial, isNew }: { initial: TemplateForm; isNew: boolean }) {
  const toast = useToast();
  const leave = useLeaveSaved();
  const form = useForm<TemplateForm>({ defaultValues: initial });
  const saving = useWrite(
    (api, { type, ...body }: TemplateForm) =>
      orThrow(api.PUT('/api/email/templates/{type}', { params: { path: { type: type.trim() } }, body })),
    ['mails'],
  );
  const field = fieldsOf(form, saving.error);
  const onSuccess = () => {
    toast(texts.saved);
    leave('/mails/templates');
  };
  return (
    <div className="template-columns">
      <ResourceForm
        form={form}
        error={saving.error}
        isSaving={saving.isPending}
        isSaved={saving.isSuccess}
        cancelTo="/mails/templates"
        onSave={(fields) => saving.mutate(fields, { onSuccess })}
      >
        {isNew && (
          <TextField
            label={texts.type}
            hint={texts.typeHint}
            {...field('type', { required: uiTexts.required })}
          />
        )}
        <TextField label={texts.subject} {...field('subject', { required: uiTexts.required })} />
        <TextArea
          label={texts.body}
          hint={texts.bodyHint}
          rows={12}
          {...field('body', { required: uiTexts.required })}
        />
        <p className="small muted">
          {texts.placeholders}:{' '}
          {placeholders.map((name) => (
            <code key={name}>{`{{ ${name} }} `}</code>
          ))}
        </p>
      </ResourceForm>
      <TemplatePreview of={form.watch()} />
    </div>
  );
}

export function CreateTemplatePage() {
  return (
    <>
      <PageHeader title={texts.create} parent={parent} />
      <TemplateEditor initial={newTemplate} isNew />
    </>
  );
}

export function EditTemplatePage() {
  // Types contain dots, and an address with a dot in its last part would be a file.
  const [params] = useSearchParams();
  const type = params.get('type') ?? '';
  const [isDeleting, setDeleting] = useState(false);
  // The API returns templates as a list only.
  const reading = useRead(['mails', 'templates', 'one', type], async (api) => {
    const query = { search: type, pageSize: 200 };
    const { items } = await orThrow(api.GET('/api/email/templates', { params: { query } }));
    return { template: items.find((one) => one.type === type) };
  });
  return (
    <Loaded of={reading}>
      {({ template }) =>
        template ? (
          <>
            <PageHeader
              title={texts.edit(type)}
              parent={parent}
              actions={
                <Button variant="danger" onClick={() => setDeleting(true)}>
                  {uiTexts.remove}
                </Button>
              }
            />
            <TemplateEditor key={type} initial={template} isNew={false} />
            {isDeleting && (
              <DeleteDialog
                name={type}
                texts={texts.remove}
                remove={(api) =>
                  orThrow(api.DELETE('/api/email/templates/{type}', { params: { path: { type } } }))
                }
                to="/mails/templates"
                onClose={() => setDeleting(false)}
              />
            )}
          </>
        ) : (
          <GonePage title={texts.gone} parent={parent} icon="mail" />
        )
      }
    </Loaded>
  );
}
