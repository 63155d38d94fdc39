import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { SelectField } from '../forms/field.tsx';
import { oneOf } from '../forms/filters.ts';
import { SaveProblem } from '../forms/save-problem.tsx';
import { UnsavedGuard, useLeaveSaved } from '../forms/unsaved-guard.tsx';
import { toggleTexts } from '../texts/toggles.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useToast } from '../ui/toasts.tsx';
import { ToggleFields, type ToggleForm } from './toggle-fields.tsx';
import { parseValue, type ToggleType, toggleTypes } from './toggle-values.ts';

const texts = toggleTexts.form;

const newToggle: ToggleForm = {
  identifier: '',
  name: '',
  description: '',
  category: '',
  defaultValue: 'false',
};

export function CreateTogglePage() {
  const leave = useLeaveSaved();
  const toast = useToast();
  const [type, setType] = useState<ToggleType>('boolean');
  const { register, handleSubmit, formState, setValue } = useForm({ defaultValues: newToggle });
  const creating = useWrite(
    (api, { identifier, name, description, category, defaultValue }: ToggleForm) =>
      orThrow(
        api.POST('/api/feature_toggles/global', {
          body: {
            identifier,
            name,
            type,
            description: description || null,
            category: category || null,
            defaultValue: parseValue(type, defaultValue),
          },
        }),
      ),
    ['toggles'],
  );
  const create = (form: ToggleForm) =>
    creating.mutate(form, {
      onSuccess: ({ id }) => {
        toast(texts.saved);
        leave(`/toggles/${id}`);
      },
    });
  return (
    <>
      <PageHeader title={texts.create} parent={{ to: '/toggles', title: toggleTexts.list.title }} />
      <form className="form" onSubmit={handleSubmit(create)} noValidate>
        <UnsavedGuard isDirty={formState.isDirty && !creating.isSuccess} />
        <SaveProblem error={creating.error} />
        <SelectField
          label={texts.type}
          hint={texts.typeHint}
          value={type}
          onChange={({ target }) => {
            const chosen = oneOf(toggleTypes, target.value) ?? 'boolean';
            setType(chosen);
            setValue('defaultValue', chosen === 'boolean' ? 'false' : '');
          }}
        >
          {toggleTypes.map((choice) => (
            <option key={choice} value={choice}>
              {toggleTexts.types[choice]}
            </option>
          ))}
        </SelectField>
        <ToggleFields type={type} register={register} errors={formState.errors} />
        <div className="form-actions">
          <Button variant="primary" type="submit" isBusy={creating.isPending}>
            {texts.save}
          </Button>
          <LinkButton to="/toggles">{uiTexts.cancel}</LinkButton>
        </div>
      </form>
    </>
  );
}
