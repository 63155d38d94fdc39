/** The pages that add and change a record. */
import type { ReactNode } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { Navigate, useParams } from 'react-router';
import {
  type EntityRecord,
  type FieldDefinition,
  orThrow,
} from '../../../shared/clients/typescript/index.ts';
import { problemOf } from '../api/problems.ts';
import { ifMatch } from '../api/queries.ts';
import { SelectField, TextArea, TextField } from '../forms/field.tsx';
import { useFilters } from '../forms/filters.ts';
import { type Change, CreatePage, EditPage } from '../forms/form-pages.tsx';
import { parseJsonObject } from '../forms/json-object.ts';
import { type FormFrame, ResourceForm } from '../forms/resource-form.tsx';
import { recordTexts } from '../texts/records.ts';
import { Loaded } from '../ui/states.tsx';
import { isNumberKind } from './custom-values.ts';
import { recordPath, recordsPath } from './paths.ts';
import { readRecord } from './read-record.ts';
import { bodyOf, formOf, type RecordForm } from './record-fields.ts';
import { useDefinitions } from './use-definitions.ts';

const texts = recordTexts.form;
const path = '/api/entities/records';

interface CustomFieldProps {
  of: FieldDefinition;
  form: UseFormReturn<RecordForm>;
  problem: string | undefined;
}

/** The control of a custom field by its kind. */
function CustomField({ of, form, problem }: CustomFieldProps) {
  const { key, label, kind, multi, options } = of;
  const shared = { label, error: problem, ...form.register(`custom.${key}`) };
  const stored = form.formState.defaultValues?.custom?.[key] ?? '';
  if (multi) return <TextArea {...shared} hint={texts.list} rows={3} />;
  if (kind === 'multiline') return <TextArea {...shared} rows={3} />;
  const choices =
    kind === 'boolean'
      ? [
          { value: 'true', label: recordTexts.yes },
          { value: 'false', label: recordTexts.no },
        ]
      : options;
  if (choices.length > 0) {
    return (
      <SelectField
        {...shared}
        choices={choices.map((choice) => [choice.value, choice.label])}
        stored={[stored, stored]}
      >
        <option value="">{texts.none}</option>
      </SelectField>
    );
  }
  if (kind === 'date') return <TextField {...shared} type="date" />;
  if (kind === 'datetime') return <TextField {...shared} hint={texts.datetime} />;
  if (kind === 'phone') return <TextField {...shared} type="tel" />;
  return isNumberKind(of) ? (
    <TextField {...shared} hint={texts.number} inputMode="decimal" />
  ) : (
    <TextField {...shared} />
  );
}

interface RecordFieldsProps extends FormFrame<RecordForm> {
  initial: RecordForm;
  definitions: readonly FieldDefinition[];
}

function RecordFields({ initial, definitions, ...frame }: RecordFieldsProps) {
  const form = useForm<RecordForm>({ defaultValues: initial });
  const { register, formState } = form;
  const { error } = frame.saving;
  const refused = error ? problemOf(error).fields : [];
  const refusedIn = (...names: string[]) => refused.find(({ field }) => names.includes(field))?.message;
  return (
    <ResourceForm form={form} {...frame}>
      <TextField
        label={texts.externalId}
        hint={texts.externalIdHint}
        maxLength={200}
        error={refusedIn('externalId')}
        {...register('externalId')}
      />
      {definitions.length > 0 && (
        <fieldset className="card stack">
          <legend>{texts.custom}</legend>
          <div className="form-columns">
            {definitions.map((definition) => (
              <CustomField
                key={definition.key}
                of={definition}
                form={form}
                problem={refusedIn(`customFields.${definition.key}`, `cf_${definition.key}`)}
              />
            ))}
          </div>
        </fieldset>
      )}
      <TextArea
        label={texts.data}
        hint={texts.dataHint}
        isCode
        rows={8}
        error={formState.errors.fields?.message ?? refusedIn('fields')}
        {...register('fields', {
          validate: (text) => parseJsonObject(text) !== undefined || texts.notObject,
        })}
      />
    </ResourceForm>
  );
}

interface WithDefinitionsProps {
  children: (type: string, definitions: readonly FieldDefinition[]) => ReactNode;
}

function OfType({ type, children }: WithDefinitionsProps & { type: string }) {
  const reading = useDefinitions(type);
  return <Loaded of={reading}>{({ data }) => children(type, data)}</Loaded>;
}

/** Renders children with the type of the address and its custom fields. Another type begins anew. */
function WithDefinitions(props: WithDefinitionsProps) {
  const type = useFilters().get('type');
  return type === undefined ? (
    <Navigate to="/records" replace />
  ) : (
    <OfType key={type} type={type} {...props} />
  );
}

export function CreateRecordPage() {
  return (
    <WithDefinitions>
      {(type, definitions) => (
        <CreatePage
          title={texts.create(type)}
          parent={{ to: recordsPath(type), title: type }}
          create={(api, form: RecordForm) =>
            orThrow(api.POST(path, { body: { entityType: type, ...bodyOf(form, definitions) } }))
          }
          refreshes={['records']}
          saved={texts.saved}
          pageOf={({ id }) => recordPath(type, id)}
        >
          {(frame) => <RecordFields initial={formOf(definitions)} definitions={definitions} {...frame} />}
        </CreatePage>
      )}
    </WithDefinitions>
  );
}

export function EditRecordPage() {
  const { id = '' } = useParams();
  return (
    <WithDefinitions>
      {(type, definitions) => (
        <EditPage
          resource={['records', 'edited', id, type]}
          read={(api) => readRecord(api, type, id)}
          save={(api, record: EntityRecord, { fields, etag }: Change<RecordForm>) => {
            const body = bodyOf(fields, definitions, formOf(definitions, record));
            return orThrow(api.PUT(path, { params: ifMatch(etag), body: { id, ...body } }));
          }}
          refreshes={['records']}
          title={({ externalId }) => texts.edit(externalId ?? id)}
          list={{ to: recordsPath(type), title: type }}
          pageOf={({ externalId }) => ({ to: recordPath(type, id), title: externalId ?? id })}
          saved={texts.saved}
        >
          {(record, frame) => (
            <RecordFields initial={formOf(definitions, record)} definitions={definitions} {...frame} />
          )}
        </EditPage>
      )}
    </WithDefinitions>
  );
}
