import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { SelectField } from '../forms/field.tsx';
import { oneOf } from '../forms/filters.ts';
import { CreatePage } from '../forms/form-pages.tsx';
import { ResourceForm } from '../forms/resource-form.tsx';
import { toggleTexts } from '../texts/toggles.ts';
import { extrasIn, type ToggleForm } from './toggle-extras.ts';
import { ToggleFields } from './toggle-fields.tsx';
import { parseValue, type ToggleType, toggleTypes } from './toggle-values.ts';

const texts = toggleTexts.form;

const newToggle: ToggleForm = {
  identifier: '',
  name: '',
  description: '',
  category: '',
  defaultValue: 'false',
  prerequisites: [],
  metadata: [],
};

export function CreateTogglePage() {
  const [type, setType] = useState<ToggleType>('boolean');
  const form = useForm({ defaultValues: newToggle });
  return (
    <CreatePage
      title={texts.create}
      parent={{ to: '/toggles', title: toggleTexts.list.title }}
      create={(
        api,
        { description, category, defaultValue, prerequisites, metadata, ...fields }: ToggleForm,
      ) =>
        orThrow(
          api.POST('/api/feature_toggles/global', {
            body: {
              ...fields,
              type,
              description: description || null,
              category: category || null,
              defaultValue: parseValue(type, defaultValue),
              ...extrasIn({ prerequisites, metadata }),
            },
          }),
        )
      }
      refreshes={['toggles']}
      saved={texts.saved}
      pageOf={({ id }) => `/toggles/${id}`}
    >
      {(frame) => (
        <ResourceForm form={form} {...frame} submitLabel={texts.save}>
          <SelectField
            label={texts.type}
            hint={texts.typeHint}
            value={type}
            onChange={({ target }) => {
              const chosen = oneOf(toggleTypes, target.value) ?? 'boolean';
              setType(chosen);
              form.setValue('defaultValue', chosen === 'boolean' ? 'false' : '');
            }}
            choices={toggleTypes.map((choice) => [choice, toggleTexts.types[choice]])}
          />
          <ToggleFields type={type} form={form} error={frame.saving.error} />
        </ResourceForm>
      )}
    </CreatePage>
  );
}
