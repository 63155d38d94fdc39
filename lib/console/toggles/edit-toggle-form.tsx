import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { orThrow, type Toggle } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, useWrite, type Versioned } from '../api/queries.ts';
import { SaveProblem } from '../forms/save-problem.tsx';
import { UnsavedGuard } from '../forms/unsaved-guard.tsx';
import { toggleTexts } from '../texts/toggles.ts';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toasts.tsx';
import { ToggleFields, type ToggleForm } from './toggle-fields.tsx';
import { parseValue, textOf } from './toggle-values.ts';

const texts = toggleTexts.form;

interface Change {
  form: ToggleForm;
  /** Undefined to overwrite other changes. */
  etag: string | undefined;
}

const formOf = (toggle: Toggle): ToggleForm => ({
  identifier: toggle.identifier,
  name: toggle.name,
  description: toggle.description ?? '',
  category: toggle.category ?? '',
  defaultValue: textOf(toggle.type, toggle.defaultValue),
});

/** Changes a toggle with the version that was shown first. */
export function EditToggleForm(props: { toggle: Versioned<Toggle>; onReload: () => void }) {
  const toast = useToast();
  const [{ data, etag }] = useState(props.toggle);
  const { register, handleSubmit, formState } = useForm({ defaultValues: formOf(data) });
  const saving = useWrite(
    (api, { form, etag }: Change) =>
      orThrow(
        api.PUT('/api/feature_toggles/global', {
          params: { ...ifMatch(etag) },
          body: {
            id: data.id,
            identifier: form.identifier,
            name: form.name,
            description: form.description || null,
            category: form.category || null,
            defaultValue: parseValue(data.type, form.defaultValue),
          },
        }),
      ),
    ['toggles'],
  );
  const save = (change: Change) =>
    saving.mutate(change, {
      onSuccess: () => {
        toast(texts.saved);
        props.onReload();
      },
    });
  return (
    <form className="form" onSubmit={handleSubmit((form) => save({ form, etag }))} noValidate>
      <UnsavedGuard isDirty={formState.isDirty && !saving.isSuccess} />
      <SaveProblem
        error={saving.error}
        onOverwrite={() => void handleSubmit((form) => save({ form, etag: undefined }))()}
        onReload={props.onReload}
      />
      <ToggleFields type={data.type} register={register} errors={formState.errors} />
      <div className="form-actions">
        <Button variant="primary" type="submit" isBusy={saving.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
