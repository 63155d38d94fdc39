import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { ConditionField } from '../conditions/condition-field.tsx';
import { SelectField, TextField } from '../forms/field.tsx';
import { refusalsOf } from '../forms/form-fields.ts';
import { type FormFrame, ResourceForm } from '../forms/resource-form.tsx';
import { mappingTexts as texts } from '../texts/sync.ts';
import { Button } from '../ui/button.tsx';
import { moved } from '../ui/moved.ts';
import { SortableList } from '../ui/sortable-list.tsx';
import { FieldEditor } from './field-editor.tsx';
import {
  type FieldDraft,
  type MappingForm,
  matchStrategies,
  newField,
  otherFieldsChoices,
} from './mapping-fields.ts';
import './sync.css';

type RefusedIn = (name: string) => string | undefined;

interface FieldsProps {
  fields: readonly FieldDraft[];
  onChange: (fields: readonly FieldDraft[]) => void;
  refusedIn: RefusedIn;
}

function Fields({ fields, onChange, refusedIn }: FieldsProps) {
  return (
    <fieldset className="card stack">
      <legend>{texts.fields}</legend>
      <p className="muted small">{texts.fieldsHint}</p>
      {fields.length > 0 && (
        <SortableList
          label={texts.fields}
          entries={fields}
          keyOf={({ key }) => key}
          nameOf={(_, index) => texts.field(index + 1)}
          onMove={(from, to) => onChange(moved(fields, from, to))}
          actions={({ key }, index) => (
            <Button
              variant="quiet"
              icon="close"
              aria-label={texts.removeField(index + 1)}
              onClick={() => onChange(fields.filter((one) => one.key !== key))}
            />
          )}
        >
          {(field, index) => (
            <FieldEditor
              field={field}
              onChange={(changed) => onChange(fields.map((one) => (one.key === field.key ? changed : one)))}
              problemIn={(part) => refusedIn(`mapping.fields[${index}].${part}`)}
            />
          )}
        </SortableList>
      )}
      <div>
        <Button icon="plus" onClick={() => onChange([...fields, newField()])}>
          {texts.addField}
        </Button>
      </div>
    </fieldset>
  );
}

function MatchFields({
  form: { register, watch },
  refusedIn,
}: {
  form: UseFormReturn<MappingForm>;
  refusedIn: RefusedIn;
}) {
  return (
    <div className="form-columns">
      <SelectField
        label={texts.others}
        error={refusedIn('mapping.otherFields')}
        {...register('otherFields')}
        choices={otherFieldsChoices.map((choice) => [choice, texts.othersChoices[choice]])}
      />
      <SelectField
        label={texts.match}
        error={refusedIn('mapping.matchStrategy')}
        {...register('matchStrategy')}
        choices={matchStrategies.map((strategy) => [strategy, texts.matches[strategy]])}
      />
      {watch('matchStrategy') !== 'externalId' && (
        <TextField
          label={texts.matchField}
          autoCapitalize="off"
          error={refusedIn('mapping.matchField')}
          {...register('matchField')}
        />
      )}
    </div>
  );
}

export function MappingFormFields({ initial, ...frame }: FormFrame<MappingForm> & { initial: MappingForm }) {
  const form = useForm<MappingForm>({ defaultValues: initial });
  const { control } = form;
  const { error } = frame.saving;
  const refusedIn = refusalsOf(error);
  return (
    <ResourceForm form={form} {...frame}>
      <Controller
        name="fields"
        control={control}
        render={({ field }) => (
          <Fields fields={field.value} onChange={field.onChange} refusedIn={refusedIn} />
        )}
      />
      <MatchFields form={form} refusedIn={refusedIn} />
      <ConditionField texts={texts} refused={refusedIn('mapping.condition')} />
    </ResourceForm>
  );
}
