import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, useRead, useWrite } from '../api/queries.ts';
import { ChangesOf } from '../audit/changes-of.tsx';
import { TextArea, TextField } from '../forms/field.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import type { Change } from '../forms/form-pages.tsx';
import { ResourceForm } from '../forms/resource-form.tsx';
import { useLeaveSaved } from '../forms/unsaved-guard.tsx';
import { useVersion } from '../forms/use-version.ts';
import { mailTexts } from '../texts/mails.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { GonePage, LoadedPage } from '../ui/gone-page.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useToast } from '../ui/toasts.tsx';
import './mails.css';
import { editPathOf, formOf, newTemplate, placeholders, type TemplateForm } from './template.ts';
import { TemplatePreview } from './template-preview.tsx';

const texts = mailTexts.templates;
const parent = { to: '/mails/templates', title: texts.title };

interface TemplateEditorProps {
  initial: TemplateForm;
  /** Version of the stored template; undefined for a new one. */
  version?: number;
  /** Shows the stored template of the type. */
  onReload: (type: string) => void;
}

/** The form of a template with a preview of its mail. */
function TemplateEditor({ initial, version, onReload }: TemplateEditorProps) {
  const toast = useToast();
  const leave = useLeaveSaved();
  const isNew = version === undefined;
  // The edited version, even if the page reads a newer one meanwhile. The API has version 0 of a missing template.
  const [etag] = useState(`"${version ?? 0}"`);
  const form = useForm<TemplateForm>({ defaultValues: initial });
  const saving = useWrite(
    (api, change: Change<TemplateForm>) => {
      const { type, ...body } = change.fields;
      const params = { path: { type: type.trim() }, ...ifMatch(change.etag) };
      return orThrow(api.PUT('/api/email/templates/{type}', { params, body }));
    },
    ['mails'],
  );
  const field = fieldsOf(form, saving.error);
  const save = (change: Change<TemplateForm>) =>
    saving.mutate(change, {
      onSuccess: () => {
        toast(texts.saved);
        leave('/mails/templates');
      },
    });
  return (
    <div className="template-columns">
      <ResourceForm
        form={form}
        saving={saving}
        cancelTo="/mails/templates"
        onSave={(fields) => save({ fields, etag })}
        onOverwrite={(fields) => save({ fields, etag: undefined })}
        onReload={() => onReload(form.getValues('type').trim())}
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
  const leave = useLeaveSaved();
  return (
    <>
      <PageHeader title={texts.create} parent={parent} />
      <TemplateEditor initial={newTemplate} onReload={(type) => leave(editPathOf(type))} />
    </>
  );
}

export function EditTemplatePage() {
  const [params] = useSearchParams();
  const type = params.get('type') ?? '';
  return <StoredTemplate key={type} type={type} />;
}

function StoredTemplate({ type }: { type: string }) {
  const [isDeleting, setDeleting] = useState(false);
  // The API returns templates as a list only.
  const reading = useRead(['mails', 'templates', 'one', type], async (api) => {
    const query = { search: type, pageSize: 200 };
    const { items } = await orThrow(api.GET('/api/email/templates', { params: { query } }));
    return { template: items.find((one) => one.type === type) };
  });
  const { current, version, reload } = useVersion(reading);
  return (
    <LoadedPage of={current} parent={parent}>
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
            <TemplateEditor
              key={version}
              initial={formOf(template)}
              version={template.version}
              onReload={reload}
            />
            <ChangesOf kind="email.template" id={type} isOnlyKind />
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
    </LoadedPage>
  );
}
